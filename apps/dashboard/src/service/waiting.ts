import { createShared } from './shared.ts';

/** Why calls of this page wait to be made again, by their number. */
const waiting = createShared<ReadonlyMap<number, unknown>>(new Map());

/** Notes why a call waits; null: it waits no more. */
export function noteWaiting(call: number, reason: unknown): void {
  const others = [...waiting.get()].filter(([one]) => one !== call);
  waiting.set(new Map(reason === null ? others : [...others, [call, reason]]));
}

/** The failure for which calls of this page wait to be made again; null: none waits. */
export const useWaiting = (): unknown => waiting.useValue().values().next().value ?? null;
