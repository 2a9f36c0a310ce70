import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { onOpenHelp, RoomHelp } from './room-help.tsx';
import { rooms } from './rooms.ts';

const others = [
  ['/', 'Search in this room'],
  ['j, k or arrows', 'Next and previous row of a table'],
  ['Enter', 'Open the row'],
  ['e', 'Edit the row'],
  ['Ctrl-Enter', 'Save the form'],
  ['Esc', 'Close what is open'],
  ['?', 'This help'],
] as const;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Keys that work in every room, and the help: about the room that one is in, and the list of keys. */
export function Keys() {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const isAfterG = useRef(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const room = isAfterG.current ? rooms.find(({ key }) => key === event.key) : undefined;
      isAfterG.current = event.key === 'g';
      if (room !== undefined) void navigate({ to: room.path, search: true });
      else if (event.key === '?') setIsOpen(true);
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [navigate]);
  useEffect(() => onOpenHelp(() => setIsOpen(true)), []);
  return (
    <Modal
      opened={isOpen}
      onClose={() => setIsOpen(false)}
      title="Help and keys"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <RoomHelp />
      <table className="plain-table">
        <tbody>
          {others.map(([key, words]) => (
            <tr key={key}>
              <td>
                <kbd>{key}</kbd>
              </td>
              <td>{words}</td>
            </tr>
          ))}
          {rooms.map(({ key, title }) => (
            <tr key={key}>
              <td>
                <kbd>g {key}</kbd>
              </td>
              <td>To {title}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
