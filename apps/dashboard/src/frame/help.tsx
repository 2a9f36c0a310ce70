import { figures } from '@auction-tiers/contract/glossary';
import { rooms, roomTable } from '@auction-tiers/contract/rooms';
import { Modal } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { roomAt } from './rooms.ts';

/** What the present room is for, and the terms that it uses. */
function RoomHelp() {
  const room = useLocation({ select: ({ pathname }) => roomAt(pathname) });
  if (room === undefined) return null;
  const { about, words } = roomTable[room.path];
  return (
    <section aria-label={`About ${room.title}`}>
      <p>{about}</p>
      <p>
        A <strong>group of sites</strong> is what shares one set of tiers; programs and the API call it a ym-profile.
      </p>
      <dl className="help-words">
        {words.map((word) => (
          <div key={word}>
            <dt>{figures[word].name}</dt>
            <dd>{figures[word].definition}.</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const others = [
  ['Ctrl-K', 'Search everything'],
  ['/', 'Search in this room'],
  ['j, k or arrows', 'Next and previous row of a table'],
  ['Enter', 'Open the row'],
  ['e', 'Edit the row'],
  ['Alt-↑, Alt-↓', 'In Tiers: a higher or lower priority for the row'],
  ['Ctrl-Enter', 'Save the form'],
  ['Esc', 'Close what is open'],
  ['?', 'This help'],
] as const;

/** The help of the present room, and the list of keys. */
export function HelpAndKeys({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Help and keys">
      <RoomHelp />
      <table className="plain-table">
        <tbody>
          {[...others, ...rooms.map(({ key, title }) => [`g ${key}`, `To ${title}`] as const)].map(([key, words]) => (
            <tr key={key}>
              <td>
                <kbd>{key}</kbd>
              </td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
