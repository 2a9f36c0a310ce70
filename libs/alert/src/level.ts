import { calendarPlaces, isOfCalendar, placeCount, weekHours } from './place.ts';
import type { Point } from './series.ts';
import { median } from './tail.ts';

const dayHours = 24;
/** The level of a figure follows so many hours of usual traffic. */
const levelHours = 12;
/** One hour counts as at most this many times more or less than usual: a fault must not become what is usual. */
const mostTimes = 1.4;
const [leastLevel, mostLevel] = [0.7, 5];
/** Calendar days differ from each other: those that are known stand for half as little and twice as much. */
const calendarTimes = 2;

/** A figure's present level relative to past weeks: sums of counts and of what was expected, which fade. */
export interface Level {
  readonly counted: number;
  readonly expected: number;
  /** What a mean hour lets expect. The sums fade with it, not with time: a dead weekend tells no level. */
  readonly mean: number;
}

export const timesOf = ({ counted, expected }: Level): number =>
  expected > 0 ? Math.min(mostLevel, Math.max(leastLevel, counted / expected)) : 1;

/** The level after another hour. */
export function followed(level: Level, count: number, expected: number): Level {
  if (!(expected > 0)) return level;
  const usual = timesOf(level) * expected;
  const fade = Math.exp(-expected / level.mean / levelHours);
  return {
    counted: fade * level.counted + Math.min(usual * mostTimes, Math.max(usual / mostTimes, count)),
    expected: fade * level.expected + expected,
    mean: level.mean,
  };
}

/** A figure of a past hour, and the hour's places. */
export interface PastPoint extends Point {
  readonly places: readonly number[];
}

export const isOrdinary = ({ places }: Pick<PastPoint, 'places'>): boolean => !isOfCalendar(places.at(-1)!);

export interface Rates {
  /** Expected count per exposure by place; null: not known. */
  readonly rates: readonly (number | null)[];
  /** That of an hour of the week without one of the points. */
  readonly without: (place: number, at: number) => number | null;
}

/**
 * The medians of the rates in each place, relative to the level of their time. `around`: how many hours before and after
 * count as the same place.
 */
export function ratesOf(points: readonly PastPoint[], times: readonly number[], around: number): Rates {
  const known = points.flatMap(({ count, exposure, places }, at) => {
    const own = isOrdinary({ places }) ? places[0]! : places[1]!;
    return exposure > 0 ? [{ at, own, rate: count / exposure / times[at]! }] : [];
  });
  const byPlace = Map.groupBy(known, ({ own }) => own);
  const near = Array.from({ length: weekHours }, (_, place) =>
    Array.from({ length: 2 * around + 1 }, (__, step) => (place + step - around + weekHours) % weekHours).flatMap(
      (one) => byPlace.get(one) ?? [],
    ),
  );
  const without = (place: number, at: number): number | null => {
    const others = near[place]!.filter((one) => Math.abs(one.at - at) > around);
    return others.length === 0 ? null : median(others.map(({ rate }) => rate));
  };
  const rates = Array.from({ length: placeCount }, (_, place) =>
    place < weekHours ? without(place, -Infinity) : null,
  );
  for (let hour = 0; hour < dayHours; hour++) {
    const [least, most] = calendarPlaces(hour);
    const some = (byPlace.get(least) ?? []).map(({ rate }) => rate);
    if (some.length === 0) continue;
    rates[least] = Math.min(...some) / calendarTimes;
    rates[most] = Math.max(...some) * calendarTimes;
  }
  return { rates, without };
}

/** What the other weeks let expect of each hour, the level at the beginning of each, and the last level. */
export function levelsOf(points: readonly PastPoint[], { rates, without }: Rates) {
  const expected = points.map(({ places: [own, ...others], exposure }, at) => {
    const ofOwn = without(own!, at);
    const known = [ofOwn, ...others.map((place) => rates[place] ?? null)].filter((rate) => rate !== null);
    if (known.length === 0) return { own: 0, low: 0, high: 0 };
    return { own: (ofOwn ?? 0) * exposure, low: Math.min(...known) * exposure, high: Math.max(...known) * exposure };
  });
  const mean = expected.reduce((sum, { own }) => sum + own, 0) / Math.max(1, points.length);
  const start = (mean * levelHours) / 2;
  let level: Level = { counted: start, expected: start, mean };
  const levels = points.map((point, at) => {
    const before = level;
    if (isOrdinary(point)) level = followed(level, point.count, expected[at]!.own);
    return before;
  });
  return { expected, levels, level };
}
