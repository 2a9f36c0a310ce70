import type { LiveReport } from '@auction-tiers/contract';
import { msOf } from '../../../figure/date.ts';

/** One event of the live report: the number of auctions that were decided since the event before. */
export type LiveSecond = Pick<LiveReport, 'time' | 'auctions'>;

/** Seconds over which the rate is taken, so that it can be read. */
const mostSeconds = 10;

/** The events with the newest one, without events that are too old for the rate. */
export const withSecond = (before: readonly LiveSecond[], newest: LiveSecond): readonly LiveSecond[] =>
  [...before, newest].slice(-mostSeconds - 1);

/**
 * Auctions per second over the last events; null until there are two, because the first one does not tell its time
 * span. The first event after an interruption has all auctions since; they are spread over that time.
 */
export function liveRate(seconds: readonly LiveSecond[]): number | null {
  const [first, ...later] = seconds;
  const last = later.at(-1);
  if (first === undefined || last === undefined) return null;
  const passed = (msOf(last.time) - msOf(first.time)) / 1000;
  return later.reduce((sum, { auctions }) => sum + auctions, 0) / Math.max(1, passed);
}
