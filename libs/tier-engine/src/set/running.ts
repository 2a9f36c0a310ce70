import type { Tier } from '../model/auction.ts';

/** Why a tier matches nothing at a moment, whatever is bid; undefined: it runs. */
export type NotRunning = 'inactive' | 'out_of_flight';

/** `timeMs`: milliseconds since the epoch. The end of a flight is not part of it. */
export function notRunning({ state, startMs, endMs }: Tier, timeMs: number): NotRunning | undefined {
  if (state === 'inactive') return 'inactive';
  const isEarly = startMs !== null && startMs !== undefined && timeMs < startMs;
  const isLate = endMs !== null && endMs !== undefined && timeMs >= endMs;
  return isEarly || isLate ? 'out_of_flight' : undefined;
}

export function isRunning(tier: Tier, timeMs: number): boolean {
  return notRunning(tier, timeMs) === undefined;
}

/** Whether it depends on the moment, or on nothing at all, that the tier matches nothing. */
export function isSwitched({ state, startMs, endMs }: Tier): boolean {
  return state === 'inactive' || (startMs ?? null) !== null || (endMs ?? null) !== null;
}
