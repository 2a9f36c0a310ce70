import type { LiveReport } from '@auction-tiers/contract';
import { msOf } from '../../../figure/date.ts';

/** One event of the live report: how many auctions were decided since the one before. */
export type LiveSecond = Pick<LiveReport, 'time' | 'auctions'>;

/** Seconds over which the rate is taken, so that it can be read. */
const mostSeconds = 10;

/** With the newest event; those that are too old for the rate are left out. */
export const withSecond = (before: readonly LiveSecond[], newest: LiveSecond): readonly LiveSecond[] =>
  [...before, newest].slice(-mostSeconds - 1);

/**
 * Auctions per second over the last events; null until there are two, for the first one does not say since when it counts.
 * After a cut an event has what was decided meanwhile: it is spread over that time.
 */
export function liveRate(seconds: readonly LiveSecond[]): number | null {
  const [first, ...later] = seconds;
  const last = later.at(-1);
  if (first === undefined || last === undefined) return null;
  const passed = (msOf(last.time) - msOf(first.time)) / 1000;
  return later.reduce((sum, { auctions }) => sum + auctions, 0) / Math.max(1, passed);
}
