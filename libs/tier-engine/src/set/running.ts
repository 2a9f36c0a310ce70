import type { Tier } from '../model/auction.ts';

/** Why a tier matches nothing at a moment, whatever is bid; undefined: it runs. */
export type NotRunning = 'inactive' | 'out_of_flight';

/** `timeMs`: milliseconds since the epoch. The end of a flight is exclusive. */
export function notRunning({ state, startMs, endMs }: Tier, timeMs: number): NotRunning | undefined {
  if (state === 'inactive') return state;
  // A comparison with NaN is false, so a missing bound never ends the flight.
  return timeMs < (startMs ?? NaN) || timeMs >= (endMs ?? NaN) ? 'out_of_flight' : undefined;
}

export const isRunning = (tier: Tier, timeMs: number): boolean => notRunning(tier, timeMs) === undefined;

/** Whether the tier can be out of use: it is inactive, or it has a flight. */
export const isSwitched = ({ state, startMs, endMs }: Tier): boolean =>
  state === 'inactive' || (startMs ?? endMs ?? null) !== null;
