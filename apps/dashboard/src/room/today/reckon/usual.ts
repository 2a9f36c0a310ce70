import { addDays, type Day } from '@auction-tiers/calendar';
import { type HoursOfDay, meanShares, partOfDay, sharesOf } from './same-hours.ts';
import { addUp, type FigureName, type Figures, figuresOf, noSums, type Sums } from './sums.ts';

/** Most same weekdays that a day is compared with, and most days of any weekday where those are too few. */
const [mostWeekdays, mostDays] = [4, 7];
const weekDays = 7;
/** Least days of a range: one day has none; days of any weekday, whose ranges are wider, need one more. */
const [leastWeekdays, leastDays] = [2, 3];

/** A day before, up to the same time. */
export interface DayBefore {
  readonly day: Day;
  readonly figures: Figures;
}

export interface Usual {
  /** The same weekdays before, the latest first. */
  readonly weekdays: readonly DayBefore[];
  /** The days of the ranges: the same weekdays, or where they are too few the days before; null: too few of either. */
  readonly basis: 'weekdays' | 'days' | null;
  readonly of: readonly DayBefore[];
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What is known of days before. */
export interface KnownDays {
  /** Whole days with auctions. A day before the first one is not known, and not a day without auctions. */
  readonly days: ReadonlyMap<Day, Sums>;
  /** Of days whose hours are still kept. */
  readonly hours: ReadonlyMap<Day, HoursOfDay>;
  /** The clock time up to which a day that is not over is compared; null: the day is over. */
  readonly until: number | null;
}

interface Known extends KnownDays {
  readonly day: Day;
}

/** The days that a day is compared with; for a day that is not over, each up to the same time. */
export function findUsual(known: Known): Usual {
  const before = (distance: number, most: number): DayBefore[] =>
    Array.from({ length: most }, (_, at) => addDays(known.day, -distance * (at + 1))).flatMap((day) => {
      const sums = sumsUntil(day, known);
      return sums === null ? [] : { day, figures: figuresOf(sums) };
    });
  const weekdays = before(7, mostWeekdays);
  if (weekdays.length >= leastWeekdays) return { weekdays, basis: 'weekdays', of: weekdays };
  const days = before(1, mostDays);
  return days.length >= leastDays ? { weekdays, basis: 'days', of: days } : { weekdays, basis: null, of: [] };
}

/** The periods that days which are over are compared with: as many days, which began whole weeks before. */
export function findUsualPeriods(from: Day, to: Day, days: ReadonlyMap<Day, Sums>): Usual {
  const known = [...days.keys()].toSorted();
  const length = daysFrom(from, to).length;
  const distance = weekDays * Math.ceil(length / weekDays);
  const before = Array.from({ length: mostWeekdays }, (_, at) => addDays(from, -distance * (at + 1))).flatMap((day) => {
    if (known[0] === undefined || day < known[0]) return [];
    const sums = daysFrom(day, addDays(day, length - 1)).map((one) => days.get(one) ?? noSums);
    return { day, figures: figuresOf(addUp(sums)) };
  });
  return before.length >= leastWeekdays
    ? { weekdays: before, basis: 'weekdays', of: before }
    : { weekdays: before, basis: null, of: [] };
}

/** The days from one to another, both included. */
export function daysFrom(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The sums of a day up to the clock time; null: not known. */
export function sumsUntil(day: Day, { days, hours, until }: KnownDays): Sums | null {
  const whole = days.get(day);
  if (whole === undefined) return null;
  if (until === null) return whole;
  const own = hours.get(day);
  const wholeDays = [...hours].filter(([one]) => days.has(one)).map(([, hoursOf]) => hoursOf);
  return partOfDay(whole, own === undefined ? meanShares(wholeDays, until) : sharesOf(own, until));
}

/** The range of a figure; null without a basis, or if too few of the days have the figure. */
export function rangeOf({ of, basis }: Pick<Usual, 'of' | 'basis'>, name: FigureName): Range | null {
  const values = of.map(({ figures }) => figures[name]).filter((value) => value !== null);
  const least = basis === 'weekdays' ? leastWeekdays : leastDays;
  return basis === null || values.length < least ? null : { low: Math.min(...values), high: Math.max(...values) };
}

/** The side of a figure: 1 above its range, -1 below, 0 within it or without a range. */
export const sideOf = (value: number | null, range: Range | null): -1 | 0 | 1 =>
  value === null || range === null ? 0 : value > range.high ? 1 : value < range.low ? -1 : 0;
