import { addDays, type NamedDay, namedDaysIn, type Span, type ZoneCalendar } from '@auction-tiers/calendar';
import { studentQuantile } from '@auction-tiers/inference';

type Period = Pick<Span, 'startMs' | 'endMs'>;

/** Net of two earlier periods that are as far apart, and as long, as those that are compared. Net CPM micros. */
export interface EarlierPair {
  readonly fromMicros: number;
  readonly againstMicros: number;
}

/** Earlier periods begin at most so many days before the compared ones. */
export const earlierDays = 35;
const [dayMs, weekDays] = [86_400_000, 7];

/** Periods whose earlier pairs are looked for. `netIn`: the net of a period; 0: none is known. */
export interface EarlierOrder {
  readonly zone: ZoneCalendar;
  readonly from: Period;
  readonly against: Period;
  /** The days that are unlike others. */
  readonly calendar: readonly NamedDay[] | null;
  readonly netIn: (period: Period) => number;
}

/**
 * The net of earlier pairs of periods, by which it is seen how much such periods differ: where whole weeks are between the
 * two, those of each day before, else of the same weekdays only. Pairs share no time with each other's later or earlier
 * period. None if one of the compared periods has a day of the calendar; pairs with such a day are left out.
 */
export function earlierPairs({ zone, from, against, calendar, netIn }: EarlierOrder): EarlierPair[] {
  const days = (endMs: number, startMs: number) => Math.round((endMs - startMs) / dayMs);
  const apart = Math.abs(days(from.startMs, against.startMs));
  const length = Math.max(1, Math.ceil((Math.max(lengthOf(from), lengthOf(against)) - dayMs / 12) / dayMs));
  const step = apart % weekDays === 0 ? length : Math.ceil(length / weekDays) * weekDays;
  const isNamed = ({ startMs, endMs }: Period) =>
    namedDaysIn(calendar, { from: zone.dayAt(startMs), to: zone.dayAt(endMs - 1) }).length > 0;
  if (isNamed(from) || isNamed(against)) return [];
  const pairs: EarlierPair[] = [];
  for (let before = step; before + apart <= earlierDays; before += step) {
    const [later, earlier] = [earlierBy(zone, from, before), earlierBy(zone, against, before)];
    if (later === null || earlier === null || isNamed(later) || isNamed(earlier)) continue;
    pairs.push({ fromMicros: netIn(later), againstMicros: netIn(earlier) });
  }
  return pairs;
}

const lengthOf = ({ startMs, endMs }: Period): number => endMs - startMs;

/** The same hours of the clock so many days before; null: the clock skipped its beginning or its end. */
function earlierBy(zone: ZoneCalendar, { startMs, endMs }: Period, days: number): Period | null {
  const earlier = (ms: number): number => {
    const { day, hour } = zone.clockAt(ms);
    const before = addDays(day, -days);
    const found = zone.startOf(day) === ms ? zone.startOf(before) : zone.startOfHour(before, hour);
    return found ?? Number.NaN;
  };
  const [start, end] = [earlier(startMs), earlier(endMs)];
  return start < end ? { startMs: start, endMs: end } : null;
}

/** What a difference is compared with: 19 of 20 such pairs differ by `low` to `high`, as parts of the earlier net. */
export interface OrdinaryRange {
  readonly low: number;
  readonly high: number;
}

/** With fewer pairs it is not said what is ordinary. */
const leastPairs = 4;
/**
 * So many standard deviations from the median a pair still counts as it is, of at least so many pairs: one broken day must
 * not make all ordinary, and few pairs do not show how far most of them are.
 */
const [mostDeviations, leastWinsorized] = [2.5, 10];
/** The standard deviation of normal values over their median distance from the median. */
const deviationsPerMedian = 1.4826;
const coverage = 0.95;

/**
 * The range in which the next pair lies in 19 of 20 cases: Student's prediction interval of the logarithms of later over
 * earlier net, winsorized. Null: too few pairs are known.
 */
export function ordinaryRange(pairs: readonly EarlierPair[]): OrdinaryRange | null {
  const logs = pairs
    .filter(({ fromMicros, againstMicros }) => fromMicros > 0 && againstMicros > 0)
    .map(({ fromMicros, againstMicros }) => Math.log(fromMicros / againstMicros));
  if (logs.length < leastPairs) return null;
  const kept = logs.length < leastWinsorized ? logs : winsorized(logs);
  const mean = kept.reduce((sum, log) => sum + log, 0) / kept.length;
  const variance = kept.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (kept.length - 1);
  const reach = studentQuantile((1 + coverage) / 2, kept.length - 1) * Math.sqrt(variance * (1 + 1 / kept.length));
  return { low: Math.expm1(mean - reach), high: Math.expm1(mean + reach) };
}

/** Whether a later net differs from an earlier one by no more than such periods do. */
export const isOrdinary = ({ low, high }: OrdinaryRange, fromMicros: bigint, againstMicros: bigint): boolean => {
  const part = Number(fromMicros - againstMicros) / Number(againstMicros);
  return againstMicros > 0n && part >= low && part <= high;
};

/**
 * What a single cause moves on ordinary periods: as far down and up as such periods differ. Where they differ one way, as a
 * Saturday from a Friday, it is as much the other way as they vary.
 */
export function usualMoves({ low, high }: OrdinaryRange): OrdinaryRange {
  const spread = (Math.log1p(high) - Math.log1p(low)) / 2;
  return { low: Math.min(low, Math.expm1(-spread)), high: Math.max(high, Math.expm1(spread)) };
}

function winsorized(logs: readonly number[]): number[] {
  const middle = median(logs);
  const most = mostDeviations * deviationsPerMedian * median(logs.map((log) => Math.abs(log - middle)));
  return logs.map((log) => Math.min(middle + most, Math.max(middle - most, log)));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
}
