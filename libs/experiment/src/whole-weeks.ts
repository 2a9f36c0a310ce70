import {
  compareEnds,
  type CountedHour,
  lengthOfPart,
  type LastDays,
  DayDesign,
  daysOfWholeWeeks,
  findPersistence,
  leastHoursOfWholeDay,
  toHourTable,
  total,
} from '@auction-tiers/inference';
import { type Arm, daysPerWeek } from './assignment.ts';
import { countCell, type ExperimentCounts } from './counts.ts';
import type { Estimated } from './split.ts';

const hoursPerDay = 24;

/** Days counted from the first midnight of an experiment. */
export interface WholeDays {
  /** Those with auctions in nearly all of their hours, ascending. */
  readonly whole: readonly number[];
  /** Those up to the end of the last week in which every weekday was whole; verdicts change only there. */
  readonly weeks: readonly number[];
}

/**
 * The whole local days of an experiment. The day in progress is none: one has ended when its last hour, or a later day,
 * has auctions, or when the experiment is at its end.
 */
export function wholeDaysOf(counts: ExperimentCounts, isAtEnd: boolean, paused: ReadonlySet<number>): WholeDays {
  const hours = new Set(counts.rowsOf('hour').map(({ key }) => Number(key[0])));
  const byDay = Map.groupBy(hours, dayOf);
  const least = leastHoursOfWholeDay(Array.from(byDay.values(), ({ length }) => length));
  const last = Math.max(...hours);
  const hasEnded = (day: number) => isAtEnd || day < dayOf(last) || last % hoursPerDay === hoursPerDay - 1;
  const whole = [...byDay]
    .flatMap(([day, { length }]) => (length >= least && hasEnded(day) && !paused.has(day) ? [day] : []))
    .toSorted((one, other) => one - other);
  return { whole, weeks: daysOfWholeWeeks(whole) };
}

const dayOf = (hour: number) => Math.floor(hour / hoursPerDay);

/** A difference of one hour, CPM micros, and the auctions that it is of. */
export interface HourDifference extends CountedHour {
  readonly difference: number;
}

/** What the draft's rules make of the bids, by hour: of all auctions, or of those of one arm. */
export function rulesByHour(counts: ExperimentCounts, ofArm?: Arm): HourDifference[] {
  const rows = counts.rowsOf('hour').filter(({ key }) => ofArm === undefined || key[1] === ofArm);
  return Array.from(
    Map.groupBy(rows, ({ key }) => Number(key[0])),
    ([hour, own]) => {
      const sumOf = (cell: number) => own.reduce((sum, { cells }) => sum + cells[cell]!, 0);
      const difference = sumOf(countCell.treatment) - sumOf(countCell.control);
      return { hour, day: dayOf(hour), auctions: sumOf(countCell.auctions), difference };
    },
  );
}

/** What the auctions of T earn more than those of C in the same hour and phase; hours that lack an arm are left out. */
export function armsByHour(phases: readonly ExperimentCounts[]): HourDifference[] {
  return phases.flatMap((counts) =>
    Array.from(
      Map.groupBy(counts.rowsOf('hour'), ({ key }) => Number(key[0])),
      ([hour, own]) => {
        const [C, T] = (['C', 'T'] as const).map((arm) => own.find(({ key }) => key[1] === arm)?.cells);
        if (C === undefined || T === undefined) return [];
        const [ofC, ofT] = [C[countCell.auctions]!, T[countCell.auctions]!];
        const auctions = ofC + ofT;
        const difference = auctions * (T[countCell.treatment]! / ofT - C[countCell.control]! / ofC);
        return [{ hour, day: dayOf(hour), auctions, difference }];
      },
    ).flat(),
  );
}

/** The difference per auction over whole weeks, with days as clusters. */
export interface DailyEstimate extends Estimated {
  readonly auctions: number;
  /** Whether days differ by more than their hours explain. */
  readonly doDiffer: boolean;
  readonly ends: DailyEnds;
}

/** Days at the end, with their own difference per auction. */
export interface EndOfDays {
  readonly days: number;
  readonly mean: number;
}

/** The last half; and the last third of the days, and the last day, against those before; null: not known. */
export interface DailyEnds {
  readonly recent: EndOfDays;
  readonly third: (EndOfDays & LastDays) | null;
  readonly lastDay: (EndOfDays & LastDays) | null;
}

/**
 * The difference per auction over whole weeks, each weekday with equal weight and each day a cluster, as a comparison
 * has it by days. Undefined: there is no whole week, or no auction in it.
 */
export function estimateByDays(hours: readonly HourDifference[], weeks: readonly number[]): DailyEstimate | undefined {
  const sumOf = (day: number, of: (hour: HourDifference) => number) =>
    hours.reduce((sum, hour) => (hour.day === day ? sum + of(hour) : sum), 0);
  const days = weeks.filter((day) => sumOf(day, ({ auctions }) => auctions) > 0);
  if (days.length < daysPerWeek) return undefined;
  const sizes = Float64Array.from(days, (day) => sumOf(day, ({ auctions }) => auctions));
  const values = Float64Array.from(days, (day) => sumOf(day, ({ difference }) => difference));
  const design = new DayDesign(sizes, days);
  const inDays = hours.filter(({ day }) => days.includes(day));
  const table = toHourTable(inDays, days, ({ difference }) => difference);
  const { variance, isDifferent, kept } = findPersistence(design, table, values);
  const ends = compareEnds(variance, design.strata, isDifferent);
  const meanOf = (count: number) => total(values.slice(-count)) / total(sizes.slice(-count));
  const endOf = (last: LastDays | null) => last && { ...last, mean: meanOf(last.days) };
  const half = lengthOfPart(days.length, 2);
  const { degreesOfFreedom, widening } = design.spread(design.keeping(kept), kept > 0 ? 1 : 0, usualConfidence);
  return {
    mean: design.ratio(values, sizes),
    error: widening * design.standardError(values, sizes),
    degreesOfFreedom,
    auctions: total(sizes),
    doDiffer: isDifferent,
    ends: { recent: { days: half, mean: meanOf(half) }, third: endOf(ends.third), lastDay: endOf(ends.lastDay) },
  };
}

/** Of the interval that `DayDesign` sizes; the verdict uses only its degrees of freedom. */
const usualConfidence = 0.95;
