import { fisherTail, studentTail } from './student.ts';

/** The least number of days on either side of a break. */
const leastDaysAside = 2;

/** Whether the days of a log differ by more than the variation within days explains. */
export interface DayVariance {
  /** The probability of days as different as these, if days do not differ. */
  readonly probability: number;
  /** The deviations of the days, as sums over their hours; 0: equal to the mean. */
  readonly deviations: Float64Array;
  /** The variance of a day's sum, estimated within days (from hours) and between days. */
  readonly withinDays: number;
  readonly betweenDays: number;
  /** Degrees of freedom of the two variances. */
  readonly withinFreedom: number;
  readonly betweenFreedom: number;
}

/**
 * The analysis of variance of days and hours of the day (Snedecor and Cochran, Statistical Methods (1989), 14); effects
 * of the hour that repeat from day to day are removed. Days of one stratum are compared with each other. `table`: by
 * day, the deviation of each hour of the day. Undefined if there are too few days or hours.
 */
export function compareDays(table: readonly Float64Array[], strata: readonly number[]): DayVariance | undefined {
  const hours = table[0]?.length ?? 0;
  const byStratum = Map.groupBy(table.keys(), (day) => strata[day]!);
  const betweenFreedom = table.length - byStratum.size;
  if (betweenFreedom < 2 || hours < 2) return undefined;
  const deviations = new Float64Array(table.length);
  let squares = 0;
  for (const days of byStratum.values()) {
    for (let hour = 0; hour < hours; hour++) {
      const mean = days.reduce((sum, day) => sum + table[day]![hour]!, 0) / days.length;
      for (const day of days) {
        const off = table[day]![hour]! - mean;
        deviations[day]! += off;
        squares += off * off;
      }
    }
  }
  const ofDays = deviations.reduce((sum, value) => sum + value * value, 0) / hours;
  const withinFreedom = betweenFreedom * (hours - 1);
  const [between, within] = [ofDays / betweenFreedom, Math.max(0, squares - ofDays) / withinFreedom];
  if (within === 0) return undefined;
  return {
    probability: fisherTail(between / within, betweenFreedom, withinFreedom),
    deviations,
    withinDays: hours * within,
    betweenDays: hours * between,
    withinFreedom,
    betweenFreedom,
  };
}

/** The day from which the difference seems to have changed. */
export interface Break {
  /** The index among the days of the first day after the break. */
  readonly at: number;
  /** The probability of a break as clear as this somewhere in the log, if there is none. */
  readonly probability: number;
}

/**
 * The place where the sums of the days before and after differ most (Page, Biometrika 42 (1955)), each measured in its
 * own standard error; the probability is corrected for the number of places (Bonferroni). If days differ by more than
 * their hours explain (`isBetween`), the standard error is that between days on either side. Undefined if there are too
 * few days.
 */
export function findBreak(variance: DayVariance, strata: readonly number[], isBetween: boolean): Break | undefined {
  const { deviations } = variance;
  const count = deviations.length;
  const freedom = isBetween ? variance.betweenFreedom - 1 : variance.withinFreedom;
  if (freedom < 1) return undefined;
  const squares = deviations.reduce((all, value) => all + value * value, 0);
  const sizes = Map.groupBy(strata, (stratum) => stratum);
  const before = new Map<number, number>();
  let sum = 0;
  let clearest: { at: number; distance: number } | undefined;
  for (let at = 1; at < count; at++) {
    const stratum = strata[at - 1]!;
    sum += deviations[at - 1]!;
    before.set(stratum, (before.get(stratum) ?? 0) + 1);
    if (at < leastDaysAside || at > count - leastDaysAside) continue;
    let freeDays = 0;
    for (const [one, days] of before) freeDays += days * (1 - days / sizes.get(one)!.length);
    if (freeDays < 1 / 2) continue;
    const aside = isBetween ? Math.max(0, squares - sum ** 2 / freeDays) / freedom : 0;
    const distance = Math.abs(sum) / Math.sqrt(Math.max(variance.withinDays, aside) * freeDays);
    if (clearest === undefined || distance > clearest.distance) clearest = { at, distance };
  }
  if (clearest === undefined) return undefined;
  const places = count - 2 * leastDaysAside + 1;
  return { at: clearest.at, probability: Math.min(1, places * 2 * studentTail(clearest.distance, freedom)) };
}

/** What the last days of a log say against the others. */
export interface LastDays {
  readonly days: number;
  /** The probability of a mean of these days as far below that of the days before them, or further, if days are alike. */
  readonly below: number;
}

/** With fewer days a third of them is hardly more than one. */
const leastDaysOfThirds = 6;

/** What the last third of the days, and the last day alone, say against the days before; null: not known. */
export interface DayEnds {
  readonly third: LastDays | null;
  readonly lastDay: LastDays | null;
}

/** Compares both ends of a verdict's rule, as `compareLastDays` does. `variance` undefined: hours do not tell. */
export function compareEnds(variance: DayVariance | undefined, strata: readonly number[], isBetween: boolean): DayEnds {
  const { length } = strata;
  if (variance === undefined || length < leastDaysOfThirds) return { third: null, lastDay: null };
  const last = (days: number) => compareLastDays(variance, strata, days, isBetween) ?? null;
  return { third: last(Math.floor(length / 3)), lastDay: last(1) };
}

/**
 * Compares the last days of a log with all days before, each day with those of its stratum, by Student's t: the last
 * third shows a trend, and the last day alone whether it is within its prediction interval. If days differ by more than
 * their hours explain (`isBetween`), the error is that between days on either side. Undefined if that is not known.
 */
function compareLastDays(
  variance: DayVariance,
  strata: readonly number[],
  last: number,
  isBetween: boolean,
): LastDays | undefined {
  const { deviations } = variance;
  const first = deviations.length - last;
  const sizes = Map.groupBy(strata, (stratum) => stratum);
  let [sum, freeDays] = [0, 0];
  for (const [stratum, days] of Map.groupBy(strata.slice(first), (own) => own)) {
    freeDays += days.length * (1 - days.length / sizes.get(stratum)!.length);
  }
  for (let day = first; day < deviations.length; day++) sum += deviations[day]!;
  const squares = deviations.reduce((all, value) => all + value * value, 0);
  const freedom = isBetween ? variance.betweenFreedom - 1 : variance.withinFreedom;
  if (first < 1 || freedom < 1 || freeDays < 1 / 2) return undefined;
  const aside = isBetween ? Math.max(0, squares - sum ** 2 / freeDays) / freedom : 0;
  const error = Math.sqrt(Math.max(variance.withinDays, aside) * freeDays);
  const tail = studentTail(Math.abs(sum) / error, freedom);
  return { days: last, below: sum < 0 ? tail : 1 - tail };
}
