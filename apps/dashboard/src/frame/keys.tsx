import { type RoomEntry, rooms } from '@auction-tiers/contract/rooms';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { later } from '../part/later.tsx';
import { focusList, forgetList } from '../part/list-focus.ts';

const Help = later('help', () => import('./help.tsx').then((loaded) => loaded.HelpAndKeys));
const SearchAll = later('search', () => import('./search-all.tsx').then((loaded) => loaded.SearchAll));

const [opening, searching] = ['open-help', 'open-search'];

/** Opens the help, wherever a link asks for it. */
export const openHelp = (): boolean => dispatchEvent(new Event(opening));
export const openSearch = (): boolean => dispatchEvent(new Event(searching));
export const preloadHelp = Help.preload;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Keys that work in every room, and the help: of the present room, and the list of keys. */
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
      const room: RoomEntry | undefined = isAfterG.current ? rooms.find(({ key }) => key === event.key) : undefined;
      isAfterG.current = event.key === 'g';
      const isFree = event.target === document.body || (event.target as Element).id === 'room';
      if (room !== undefined)
        void navigate({ to: room.path, search: true, ...(room.hash && { hash: room.hash }) }).then(focusList);
      else if (isFree && (event.key === 'j' || event.key === 'k')) {
        // As if the list had the focus already.
        focusList()?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true }));
      } else if (event.key === '?') setIsOpen(true);
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus();
      else return;
      event.preventDefault();
    };
    const over = new AbortController();
    addEventListener('keydown', listen, over);
    addEventListener('pointerdown', forgetList, over);
    addEventListener(opening, () => setIsOpen(true), over);
    addEventListener(searching, () => setIsSearching(true), over);
    return () => over.abort();
  }, [navigate]);
  // Before the help takes the focus; it is given back once the help is closed.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement as HTMLElement | null;
    return () => before?.focus();
  }, [isOpen]);
  return (
    <>
      {isSearching && <SearchAll onClose={() => setIsSearching(false)} />}
      {isOpen && <Help onClose={() => setIsOpen(false)} />}
    </>
  );
}
