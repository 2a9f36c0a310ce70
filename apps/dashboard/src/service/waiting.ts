import { useSyncExternalStore } from 'react';

/** Why calls of this page wait to be made again, by their number; another map after each change. */
let waiting: ReadonlyMap<number, unknown> = new Map();
const listeners = new Set<() => void>();

/** Notes why a call waits; null: it waits no more. */
export function noteWaiting(call: number, reason: unknown): void {
  const others = [...waiting].filter(([one]) => one !== call);
  waiting = new Map(reason === null ? others : [...others, [call, reason]]);
  for (const listener of listeners) listener();
}

/** The failure for which calls of this page wait to be made again; null: none waits. */
export const useWaiting = (): unknown => useSyncExternalStore(subscribe, () => waiting.values().next().value ?? null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
