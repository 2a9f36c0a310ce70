import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { focusList, forgetList } from '../part/list-focus.ts';
import { onOpenHelp, RoomHelp } from './room-help.tsx';
import { rooms } from './rooms.ts';

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

const SearchAll = lazy(() => import('./search-all.tsx').then(({ SearchAll: search }) => ({ default: search })));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Keys that work in every room, and the help: about the room that one is in, and the list of keys. */
export function Keys() {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const isAfterG = useRef(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        setIsSearching(true);
        event.preventDefault();
      }
      forgetList();
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const room = isAfterG.current ? rooms.find(({ key }) => key === event.key) : undefined;
      isAfterG.current = event.key === 'g';
      const isFree = event.target === document.body || (event.target as Element).id === 'room';
      if (room !== undefined) void navigate({ to: room.path, search: true }).then(focusList);
      else if (isFree && (event.key === 'j' || event.key === 'k')) {
        // As if the list had the focus already.
        focusList()?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true }));
      } else if (event.key === '?') setIsOpen(true);
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    addEventListener('pointerdown', forgetList);
    return () => {
      removeEventListener('keydown', listen);
      removeEventListener('pointerdown', forgetList);
    };
  }, [navigate]);
  useEffect(() => onOpenHelp(() => setIsOpen(true)), []);
  return (
    <>
      {isSearching && (
        <Suspense>
          <SearchAll onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
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
    </>
  );
}
