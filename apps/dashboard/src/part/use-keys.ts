import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** What a key does; `Ctrl-Enter` is Enter with Control or Command. */
export type Keys = Readonly<Partial<Record<'Escape' | 'Ctrl-Enter', () => void>>>;

/** Keys that work wherever the focus is in an element: give the ref to it. */
export function useKeys<E extends HTMLElement>(keys: Keys): RefObject<E | null> {
  const ref = useRef<E>(null);
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const name = event.key === 'Enter' && (event.ctrlKey || event.metaKey) ? 'Ctrl-Enter' : event.key;
    const act = keys[name as keyof Keys];
    if (act === undefined || event.defaultPrevented) return;
    // The first Escape closes an open list of choices, which closes only after this listener has run.
    if (name === 'Escape' && (event.target as Element).matches('[aria-expanded="true"]')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const element = ref.current;
    const listen = (event: KeyboardEvent) => hear(event);
    // A button that was pressed and is gone, as after a save, leaves the focus to the page.
    const listenFree = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && event.target === document.body) hear(event);
    };
    element?.addEventListener('keydown', listen);
    document.addEventListener('keydown', listenFree);
    return () => {
      element?.removeEventListener('keydown', listen);
      document.removeEventListener('keydown', listenFree);
    };
  }, []);
  return ref;
}
