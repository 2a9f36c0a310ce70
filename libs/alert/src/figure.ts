import { followed, isOrdinary, type Level, levelsOf, ratesOf, timesOf } from './level.ts';
import {
  chanceOf,
  type Counting,
  distanceOf,
  type Expected,
  isEnough,
  type Noise,
  noiseOf,
  type Sample,
} from './noise.ts';
import { isOfCalendar } from './place.ts';
import { isTwoSided, kindOf, readerOf, type WindowCounts } from './series.ts';
import { everyDays, limitOf, median, type Tail, tailOf, type WindowName, windows } from './tail.ts';

const dayHours = 24;

/** A part of a window or of the past: its counts, and the places that they are compared with. */
export interface Part {
  readonly counts: WindowCounts;
  readonly places: readonly number[];
}

/** A tail, and the distance from which on it is an anomaly. */
export interface Side extends Tail {
  readonly limit: number;
}

interface Sides {
  readonly fall: Side;
  readonly rise: Side;
}

export interface WindowModel {
  readonly noise: Noise;
  /** Where the chance of single events is greater, a window is small: a night has tails of its own. */
  readonly smallFrom: number;
  readonly large: Sides;
  readonly small: Sides;
}

/** What is usual for one figure. */
export interface Figure extends Counting {
  readonly name: string;
  /** Expected count per exposure, by place; null: never seen. */
  readonly rates: readonly (number | null)[];
  readonly windows: Readonly<Record<WindowName, WindowModel>>;
  readonly level: Level;
  /** The levels at the beginning of each of the last 24 hours, the oldest first. */
  readonly levels: readonly number[];
}

/** Learns one figure. `perMonth`: the false alarms per month that it may raise; with 0 it raises none. */
export function learnFigure(name: string, hours: readonly Part[], perMonth: number): Figure {
  const read = readerOf(name);
  const points = hours.map(({ counts, places }) => ({ ...read(counts), places }));
  // What is paid changes less from hour to hour than by chance: the hours beside tell it too.
  const around = name === 'price' || name.startsWith('buyer_price:') ? 1 : 0;
  // The level that the raw rates show is taken out of the rates, so that a drift of weeks does not blur them.
  const raw = ratesOf(
    points,
    points.map(() => 1),
    around,
  );
  const rates = ratesOf(points, levelsOf(points, raw).levels.map(timesOf), around);
  const { expected, levels, level } = levelsOf(points, rates);
  const kind = kindOf(name);
  const counting: Counting = { kind, unit: kind === 'money' ? unitOf(hours) : 1 };
  const sampleAt = (at: number, times: number): Sample => {
    const { count, exposure } = points[at]!;
    return { count, exposure, low: expected[at]!.low * times, high: expected[at]!.high * times };
  };
  const ofHours = points.flatMap((point, at) => (isOrdinary(point) ? [sampleAt(at, timesOf(levels[at]!))] : []));
  const ofDays = points.flatMap((_, end): Sample[] => {
    const from = end - dayHours + 1;
    if (from < 0 || !points.slice(from, end + 1).every(isOrdinary)) return [];
    const times = timesOf(levels[from]!);
    return [sumOf(points.slice(from, end + 1).map((_point, place) => sampleAt(from + place, times)))];
  });
  const learn = (window: WindowName, samples: readonly Sample[]) =>
    learnWindow(counting, window, samples, (perMonth * windows[window].part) / (isTwoSided(name) ? 2 : 1));
  return {
    name,
    ...counting,
    rates: rates.rates,
    windows: {
      // An hour's noise, scaled by the chance of half of it.
      half: learn('half', ofHours),
      hour: learn('hour', ofHours),
      day: learn('day', ofDays),
    },
    level,
    levels: levels.slice(-dayHours).map(timesOf),
  };
}

/** How a figure varies in a window, and its limits. */
function learnWindow(
  counting: Counting,
  window: WindowName,
  samples: readonly Sample[],
  perMonth: number,
): WindowModel {
  const known = samples.filter((sample) => isEnough(counting, sample));
  const noise = noiseOf(counting, known);
  const chances = known.map(({ low, exposure }) => chanceOf(counting, low, exposure));
  const smallFrom = window === 'day' || known.length === 0 ? Infinity : median(chances);
  const sidesOf = (some: readonly Sample[]): Sides => {
    const distances = some.map((sample) => distanceOf(counting, noise, sample));
    const sideOf = (sign: 1 | -1): Side => {
      const apart = some.length / Math.max(1, windows[window].hours);
      const signed = distances.map((distance) => sign * distance);
      const tail = tailOf(signed, apart, sign < 0 && counting.kind === 'money' ? 'straight' : 'bent');
      return { ...tail, limit: limitOf(tail, windows[window], perMonth) };
    };
    return { fall: sideOf(1), rise: sideOf(-1) };
  };
  const large = sidesOf(known.filter((_, at) => chances[at]! <= smallFrom));
  const small = smallFrom === Infinity ? large : sidesOf(known.filter((_, at) => chances[at]! > smallFrom));
  return { noise, smallFrom, large, small };
}

const sumOf = (samples: readonly Sample[]): Sample => {
  let [count, exposure, low, high] = [0, 0, 0, 0];
  for (const one of samples) {
    count += one.count;
    exposure += one.exposure;
    low += one.low;
    high += one.high;
  }
  return { count, exposure, low, high };
};

/** The mean value of one sale. */
function unitOf(hours: readonly Part[]): number {
  let [net, sold] = [0, 0];
  for (const { counts } of hours) [net, sold] = [net + counts.net, sold + counts.sold];
  return net > 0 && sold > 0 ? net / sold : 1;
}

/** What is expected in places, for one exposure; null: an hour of a calendar day, and no such day is known. */
export function expectedIn({ rates }: Pick<Figure, 'rates'>, places: readonly number[]): Expected | null {
  let [low, high] = [Infinity, 0];
  for (const place of places) {
    const rate = rates[place] ?? null;
    if (rate === null && isOfCalendar(place)) return null;
    if (rate === null) continue;
    low = Math.min(low, rate);
    high = Math.max(high, rate);
  }
  return low > high ? { low: 0, high: 0 } : { low, high };
}

/** The sides of a window by its size. */
export const sidesIn = (figure: Figure, window: WindowName, low: number, exposure: number): Sides => {
  const { smallFrom, large, small } = figure.windows[window];
  return low > 0 && chanceOf(figure, low, exposure) > smallFrom ? small : large;
};

/** One figure of a window, and its expectation. */
export interface Deviation {
  readonly name: string;
  readonly window: WindowName;
  readonly count: number;
  readonly exposure: number;
  readonly expected: number;
  /** The distance from what is expected in parts of its limit: an anomaly from 1 on. */
  readonly excess: number;
  /** By chance a deviation of this size occurs about once in this many days. */
  readonly everyDays: number;
  readonly isRise: boolean;
}

/** How far a figure of a window lies from what is usual. */
export function deviationOf(figure: Figure, window: WindowName, parts: readonly Part[]): Deviation {
  const { name, level, levels } = figure;
  const times = window === 'day' ? (levels[0] ?? 1) : timesOf(level);
  const read = readerOf(name);
  const sample = sumOf(
    parts.flatMap(({ counts, places }): Sample[] => {
      const rate = expectedIn(figure, places);
      if (rate === null) return [];
      const { count, exposure } = read(counts);
      return [{ count, exposure, low: rate.low * times * exposure, high: rate.high * times * exposure }];
    }),
  );
  const { count, exposure, low, high } = sample;
  const signed = isEnough(figure, sample) ? distanceOf(figure, figure.windows[window].noise, sample) : 0;
  const isRise = signed < 0;
  const side = sidesIn(figure, window, low, exposure)[isRise ? 'rise' : 'fall'];
  const isReported = !isRise || isTwoSided(name);
  return {
    name,
    window,
    count,
    exposure,
    expected: isRise ? high : low,
    excess: isReported ? Math.abs(signed) / side.limit : 0,
    everyDays: isReported ? everyDays(side, windows[window], Math.abs(signed)) : 0,
    isRise,
  };
}

/** A figure after another hour. */
export function followHour(figure: Figure, { counts, places }: Part): Figure {
  const { count, exposure } = readerOf(figure.name)(counts);
  const usual = (figure.rates[places[0]!] ?? 0) * exposure;
  const level = isOrdinary({ places }) ? followed(figure.level, count, usual) : figure.level;
  return { ...figure, level, levels: [...figure.levels.slice(1 - dayHours), timesOf(figure.level)] };
}
