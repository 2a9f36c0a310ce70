import { calendarOf, dayOfNumber, numberOfDay } from '@auction-tiers/calendar';
import {
  type CompareReport,
  type Day,
  type DaySection,
  daysOfMonth,
  leastClusters,
  leastHoursOfDay,
  namesOfWeekdays,
  weekdays,
} from '@auction-tiers/contract/compare-report';
import { leastHoursOfWholeDay, missingWeekdaysOf, studentQuantile, weekdayOf } from '@auction-tiers/inference';
import { formatEarned } from '@auction-tiers/tier-engine';
import { counted, roundToUnits } from '../../figure/text.ts';
import type { TallyRow } from '../../tally/row.ts';
import type { Comparison } from '../measuring/comparison.ts';
import type { Side } from './breakdown.ts';
import { isEqual, toFigureDifference, toFigures } from './breakdown.ts';
import type { Intervals } from './interval.ts';

const msPerHour = 3_600_000;
const upperProbability = 0.975;

/** A local day of the log. */
export interface DaySums {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly hours: number;
  readonly auctions: number;
  readonly current: Side;
  readonly draft: Side;
}

/** The local days of a comparison, in the order of time, and the sums of each. */
export function readDays({ current, draft }: Pick<Comparison, 'current' | 'draft'>, timeZone: string): DaySums[] {
  const zone = calendarOf(timeZone);
  const draftRows = new Map(draft.rows('date_hour').map((row) => [row.key, row]));
  const days = new Map<number, DaySums>();
  for (const row of current.rows('date_hour')) {
    if (typeof row.key !== 'number') continue;
    const day = numberOfDay(zone.dayAt(row.key * msPerHour));
    const before = days.get(day);
    days.set(day, {
      day,
      hours: (before?.hours ?? 0) + 1,
      auctions: (before?.auctions ?? 0) + row.auctions,
      current: add(before?.current, row),
      draft: add(before?.draft, draftRows.get(row.key)!),
    });
  }
  return [...days.values()].toSorted((left, right) => left.day - right.day);
}

function add(sums: Side | undefined, { revenue, forgoneMicros }: TallyRow): Side {
  return {
    wins: (sums?.wins ?? 0) + revenue.wins,
    grossMicros: (sums?.grossMicros ?? 0n) + revenue.grossMicros,
    netMicros: (sums?.netMicros ?? 0n) + revenue.netMicros,
    forgoneMicros: (sums?.forgoneMicros ?? 0n) + forgoneMicros,
  };
}

/**
 * What the draft brings by day, and in a month. `hasTimes`: whether the auctions of the log name their times. `share`:
 * share of all auctions that the log has; means are scaled up to all auctions.
 */
export function toDaySection(
  days: readonly DaySums[],
  intervals: Intervals,
  hasTimes: boolean,
  share: number,
): DaySection {
  const leastHours = Math.max(leastHoursOfDay, leastHoursOfWholeDay(days.map((day) => day.hours)));
  const isWhole = (day: DaySums) => day.hours >= leastHours;
  const rows = days.map((day) => toRow(day, isWhole(day)));
  const whole = days.filter(isWhole);
  if (!hasTimes || whole.length === 0) return { days: rows, per_day: null, per_month: null, assumption: null };
  const differences = whole.map(differenceOf);
  const auctions = whole.reduce((sum, day) => sum + day.auctions, 0) / whole.length;
  const missing = namesOfWeekdays(missingWeekdaysOf(whole.map(({ day }) => day)));
  const bounds = findBounds(whole, differences, auctions, intervals);
  const perDay = toMeans(whole, bounds, 1 / share);
  return {
    days: rows,
    per_day: {
      days: whole.length,
      ...perDay,
      standard_deviation: whole.length < 2 ? null : roundToUnits(deviationOf(differences) / share),
      lowest: roundToUnits(Math.min(...differences) / share),
      highest: roundToUnits(Math.max(...differences) / share),
    },
    per_month: missing.length > 0 ? null : { days: daysOfMonth, ...toMeans(whole, bounds, daysOfMonth / share) },
    assumption:
      missing.length > 0
        ? toNoMonth(whole.length, days.length - whole.length, missing)
        : toAssumption(whole, days.length),
  };
}

function toRow({ day, hours, auctions, current, draft }: DaySums, isWhole: boolean): Day {
  return {
    date: dayOfNumber(day),
    auctions,
    hours,
    is_whole: isWhole,
    current: toSum(current),
    draft: toSum(draft),
    difference: {
      gross_paid: formatEarned(draft.grossMicros - current.grossMicros),
      net_to_seller: formatEarned(draft.netMicros - current.netMicros),
    },
  };
}

function toSum({ grossMicros, netMicros }: Side) {
  return { gross_paid: formatEarned(grossMicros), net_to_seller: formatEarned(netMicros) };
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Means over days, net to the seller, times a number of days. */
function toMeans(whole: readonly DaySums[], bounds: Bounds | undefined, times: number) {
  const meanOf = (of: (day: DaySums) => bigint) => roundToUnits(meanOfWeek(whole, (day) => Number(of(day))) * times);
  return {
    current: meanOf(({ current }) => current.netMicros),
    draft: meanOf(({ draft }) => draft.netMicros),
    difference: meanOf(({ current, draft }) => draft.netMicros - current.netMicros),
    interval:
      bounds === undefined ? null : { low: roundToUnits(bounds.low * times), high: roundToUnits(bounds.high * times) },
  };
}

/**
 * The interval of the mean difference of a day. Each bound is the farther one of two: that of the whole report's
 * interval, scaled to the auctions of a day, and, with enough days, that of the days' mean by Student's t, which
 * includes the different numbers of auctions of days.
 */
function findBounds(
  whole: readonly DaySums[],
  differences: readonly number[],
  auctions: number,
  { used }: Intervals,
): Bounds | undefined {
  const net = used?.net;
  if (net === undefined) return undefined;
  const center = meanOfWeek(whole, differenceOf);
  const [below, above] = [net.ratio - net.low, net.high - net.ratio].map((reach) => reach * auctions);
  const count = differences.length;
  const reach =
    count < leastClusters.day
      ? 0
      : (studentQuantile(upperProbability, count - 1) * deviationOf(differences)) / Math.sqrt(count);
  return { low: center - Math.max(below!, reach), high: center + Math.max(above!, reach) };
}

function differenceOf({ current, draft }: DaySums): number {
  return Number(draft.netMicros - current.netMicros);
}

/** The mean over days in which every weekday of the log has the same weight. */
function meanOfWeek(whole: readonly DaySums[], of: (day: DaySums) => number): number {
  const byWeekday = Map.groupBy(whole, ({ day }) => weekdayOf(day));
  return mean(Array.from(byWeekday.values(), (same) => mean(same.map(of))));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard deviation of a sample. */
function deviationOf(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1));
}

/** Gains and losses by day of the week, from Monday on; there are too few days of each for intervals. */
export function toWeekdays(days: readonly DaySums[]): CompareReport['weekdays'] {
  const rows = weekdays.map((name, at) => ({ name, days: days.filter(({ day }) => weekdayOf(day) === at) }));
  const [sunday, ...others] = rows;
  return {
    rows: [...others, sunday!].flatMap(({ name, days: same }) => {
      if (same.length === 0) return [];
      const [current, draft] = (['current', 'draft'] as const).map((set) =>
        same.map((day) => day[set]).reduce(addSides),
      );
      return {
        kind: 'known' as const,
        id: null,
        name,
        presence: null,
        current: toFigures(current!),
        draft: toFigures(draft!),
        difference: toFigureDifference(current!, draft!),
        interval: null,
        direction: isEqual(current!, draft!) ? ('same' as const) : ('unclear' as const),
      };
    }),
    comparisons: 0,
  };
}

function addSides(left: Side, right: Side): Side {
  return {
    wins: left.wins + right.wins,
    grossMicros: left.grossMicros + right.grossMicros,
    netMicros: left.netMicros + right.netMicros,
    forgoneMicros: left.forgoneMicros + right.forgoneMicros,
  };
}

function toNoMonth(whole: number, partial: number, missing: readonly string[]): string {
  return [
    `Nothing is said of a month: of ${counted(whole, 'whole day')}, the log has no whole ${missing.join(', ')}.`,
    ...leftOut(partial),
  ].join(' ');
}

function toAssumption(whole: readonly DaySums[], dayCount: number): string {
  const counts = weekdays.map((_, at) => whole.filter(({ day }) => weekdayOf(day) === at).length);
  const isEven = counts.every((one) => one === counts[0]);
  const partial = dayCount - whole.length;
  return [
    `A month is ${daysOfMonth} days like the mean of the ${counted(whole.length, 'whole day')} of this log: as many auctions, the same buyers with the same bids, and no other change of tiers.`,
    ...leftOut(partial),
    ...(isEven ? [] : ['Days of the week count alike, though the log has more of some than of others.']),
  ].join(' ');
}

function leftOut(partial: number): string[] {
  if (partial === 0) return [];
  return [`${counted(partial, 'day')} of which the log has only a part ${partial === 1 ? 'is' : 'are'} left out.`];
}
