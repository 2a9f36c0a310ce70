import { useSyncExternalStore } from 'react';

/** A value that any part of the page can set, and that components show anew after each change. */
export function createShared<Value>(initial: Value) {
  let current = initial;
  const listeners = new Set<() => void>();
  const get = (): Value => current;
  const set = (next: Value): void => {
    current = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { get, set, useValue: (): Value => useSyncExternalStore(subscribe, get) };
}
