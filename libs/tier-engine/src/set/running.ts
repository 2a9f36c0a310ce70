import type { Tier } from '../model/auction.ts';

/** Why a tier matches nothing at a moment, whatever is bid; undefined: it runs. */
export type NotRunning = 'inactive' | 'out_of_flight';

/** `timeMs`: milliseconds since the epoch. The end of a flight is not part of it. */
export function notRunning({ state, startMs, endMs }: Tier, timeMs: number): NotRunning | undefined {
  if (state === 'inactive') return state;
  // No number is less than NaN, or at least as large.
  return timeMs < (startMs ?? NaN) || timeMs >= (endMs ?? NaN) ? 'out_of_flight' : undefined;
}

export const isRunning = (tier: Tier, timeMs: number): boolean => notRunning(tier, timeMs) === undefined;

/** Whether it depends on the moment, or on nothing at all, that the tier matches nothing. */
export const isSwitched = ({ state, startMs, endMs }: Tier): boolean =>
  state === 'inactive' || (startMs ?? endMs ?? null) !== null;
