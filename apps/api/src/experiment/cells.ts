import { addDays, calendarOf, type ZoneCalendar } from '@auction-tiers/calendar';
import { epochMsOf, type ExperimentClusters, isWholeSeller, type StoredExperiment } from '@auction-tiers/contract';
import { daysOfSeller, daysPerPair, type Schedule, scheduleOf } from '@auction-tiers/experiment';
import type { Impression } from '@auction-tiers/tier-engine';

const msPerHour = 3_600_000;
const lastHour = 23;
const wholeSeller = '';

/** The values of impressions by cluster. */
export const clusterValuesOf = ({ by, values }: ExperimentClusters): readonly string[] =>
  isWholeSeller(by) ? [wholeSeller] : values;

/** The cells that a switchback's auctions are counted in: one per cluster and local day. */
export interface Cells {
  readonly clusters: ExperimentClusters;
  readonly schedule: Schedule;
  /** When each day begins, and the last ends, milliseconds since the epoch. */
  readonly starts: readonly number[];
}

/**
 * The cells of a started switchback; null for any other experiment. They are derived from stored attributes alone, so
 * that every process has the same.
 */
export function cellsOf({
  design,
  clusters,
  start_at: start,
  end_at: end,
  timezone,
  salt,
}: StoredExperiment): Cells | null {
  if (design !== 'switchback' || clusters === null || timezone === null || salt === null) return null;
  const { by, values } = clusters;
  const step = daysOfStep(by);
  const starts = wholeSteps(calendarOf(timezone), step, epochMsOf(start ?? '') ?? 0, epochMsOf(end ?? '') ?? 0);
  if (starts.length <= step) return null;
  const cells = isWholeSeller(by) ? by : values.length;
  return { clusters, schedule: scheduleOf(salt, cells, starts.length - 1), starts };
}

/** The duration of a switchback in days is a multiple of this. */
export const daysOfStep = (by: ExperimentClusters['by']): number => (isWholeSeller(by) ? daysOfSeller : daysPerPair);

/** The first midnight at or after `fromMs`, and the midnights of all whole steps of days that end by `untilMs`. */
export function wholeSteps(calendar: ZoneCalendar, step: number, fromMs: number, untilMs: number): readonly number[] {
  const today = calendar.dayAt(fromMs);
  const first = calendar.startOf(today) === fromMs ? today : addDays(today, 1);
  const startOf = (index: number) => calendar.startOf(addDays(first, index));
  let days = 0;
  while (startOf(days + step) <= untilMs) days += step;
  return Array.from({ length: days + 1 }, (_, index) => startOf(index));
}

/** A time in days since the first midnight, with a fraction; -1 before the first day, their number after the last. */
export function dayOf({ starts }: Pick<Cells, 'starts'>, timeMs: number): number {
  if (timeMs < starts[0]!) return -1;
  const after = starts.findIndex((startMs) => startMs > timeMs);
  if (after < 0) return starts.length - 1;
  return after - 1 + (timeMs - starts[after - 1]!) / (starts[after]! - starts[after - 1]!);
}

/** Whole hours since the first midnight, counting 24 hours per day, whatever its length. */
export function hourOf({ starts }: Pick<Cells, 'starts'>, day: number, timeMs: number): number {
  return (lastHour + 1) * day + Math.min(lastHour, Math.floor((timeMs - starts[day]!) / msPerHour));
}

/** The value of an impression that selects its cluster; undefined: it has none. A whole seller is one cluster. */
export function clusterValue(by: ExperimentClusters['by'], impression: Impression): string | undefined {
  switch (by) {
    case 'site':
      return impression.siteId?.toString();
    case 'placement':
      return impression.placementId?.toString();
    case 'country':
      return impression.country?.toUpperCase();
    case 'device':
      return impression.deviceType;
    case 'seller':
    case 'seller_weeks':
      return wholeSeller;
  }
}
