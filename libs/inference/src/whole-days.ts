import type { DayDesign } from './day-design.ts';
import { weekdayOf } from './day-design.ts';
import { daysThatShow } from './day-doubts.ts';
import { compareDays, type DayVariance } from './day-tests.ts';
import type { SpreadFigures } from './student-interval.ts';

const [hoursADay, daysAWeek] = [24, 7];
/** Share of the hours of the median day from which a day is whole, because a log begins and ends within a day. */
const wholeShare = 0.9;
/** Days differ if fewer logs than this share, among logs whose days do not differ, would look as different. */
const differProbability = 0.05;
/** The share of a day's deviation that the next day is taken to keep, in order to see whether a verdict depends on it. */
const supposedKept = 0.8;

/** The auctions of one hour. */
export interface CountedHour {
  /** Hours since the midnight of some day. */
  readonly hour: number;
  /** The local day in which it begins, counted from any Thursday. */
  readonly day: number;
  readonly auctions: number;
}

/** The hours with auctions from which a day is whole, given those of each day. */
export function leastHoursOfWholeDay(hoursByDay: readonly number[]): number {
  const sorted = hoursByDay.toSorted((left, right) => left - right);
  return wholeShare * (sorted[Math.floor(sorted.length / 2)] ?? 0);
}

/**
 * The days, ascending, up to the one that completes the last week, so that every weekday occurs at least as often as
 * there are weeks. Empty: a weekday is missing.
 */
export function daysOfWholeWeeks(days: readonly number[]): readonly number[] {
  const counts = Array.from({ length: daysAWeek }, () => 0);
  let [weeks, last] = [0, 0];
  for (const [at, day] of days.entries()) {
    counts[weekdayOf(day)]!++;
    const least = Math.min(...counts);
    if (least > weeks) [weeks, last] = [least, at + 1];
  }
  return days.slice(0, last);
}

/** The days of each part but the first of so many days, in whole weeks if each part has a week. */
export function lengthOfPart(days: number, parts: number): number {
  const unit = days >= parts * daysAWeek ? daysAWeek : 1;
  return unit * Math.floor(days / parts / unit);
}

/**
 * How far each hour of these days is off the mean value per auction of all hours, by day and hour of the day; 0 where an
 * hour has no auction.
 */
export function toHourTable<Hour extends CountedHour>(
  hours: readonly Hour[],
  days: readonly number[],
  valueOf: (hour: Hour) => number,
): Float64Array[] {
  const auctions = hours.reduce((sum, hour) => sum + hour.auctions, 0);
  const mean = auctions === 0 ? 0 : hours.reduce((sum, hour) => sum + valueOf(hour), 0) / auctions;
  const placeOf = new Map(days.map((day, index) => [day, index]));
  const used = [...new Set(hours.map(({ hour }) => hour % hoursADay))];
  const columnOf = new Map(used.map((hour, column) => [hour, column]));
  const table = days.map(() => new Float64Array(used.length));
  for (const own of hours) {
    const row = table[placeOf.get(own.day) ?? -1];
    if (row !== undefined) row[columnOf.get(own.hour % hoursADay)!]! += valueOf(own) - mean * own.auctions;
  }
  return table;
}

/** Whether the deviation of a day continues on the next day. */
export interface Persistence {
  /** undefined: there are too few days or hours. */
  readonly variance: DayVariance | undefined;
  /** Whether days differ by more than their hours explain. */
  readonly isDifferent: boolean;
  /** The share of a day's deviation that the next day keeps, estimated from the days; 0 where days do not differ. */
  readonly kept: number;
}

/** Whether days differ, from their hours (`toHourTable`; undefined: not known), and how much of a day the next one keeps. */
export function findPersistence(
  design: DayDesign,
  table: readonly Float64Array[] | undefined,
  values: Float64Array,
): Persistence {
  const variance = table && compareDays(table, design.strata);
  const isDifferent = variance !== undefined && variance.probability < differProbability;
  return { variance, isDifferent, kept: isDifferent ? design.persistence(values) : 0 };
}

/**
 * The spread of the mean of days if each kept four fifths of what the day before was off, which few days cannot show.
 * Where days are not found to differ, only the part of their variance that their hours do not explain is kept.
 * Undefined: hours do not tell, or days differ and are too few for a verdict.
 */
export function spreadIfShocksPersist(
  design: DayDesign,
  { variance, isDifferent }: Persistence,
  confidence: number,
): SpreadFigures | undefined {
  if (variance === undefined || (isDifferent && design.strata.length < daysThatShow)) return undefined;
  const unexplained = 1 - variance.withinDays / variance.betweenDays;
  const share = isDifferent ? 1 : Math.max(0, unexplained);
  const keeping = design.keeping(supposedKept);
  return design.spread((left, right) => (left === right ? 1 : share * keeping(left, right)), 0, confidence);
}
