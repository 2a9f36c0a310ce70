import { type HourCounts, isMoney, isTwoSided, namesOf, type Point, seriesOf } from './series.ts';

const hourMs = 3_600_000;
const weekHours = 168;
/** The least hours of history: with fewer, an hour of the week has hardly another week to be compared with. */
const leastHours = 2 * weekHours;
/** The trend is taken over this many hours. */
const trendHours = 24;
/** Windows of half an hour, every five minutes: this many per hour count as independent. */
const looksPerHour = 5;
const monthHours = 720;
/** The share of hours whose excess defines the tail. */
const tailShare = 0.1;
/** A past without any noise does not make the next hour certain. */
const leastThreshold = 4;

interface SeriesModel {
  /** Expected count per exposure, by hour of the week; null: never seen. */
  readonly rates: readonly (number | null)[];
  /** The present level relative to the past weeks. */
  readonly trend: number;
  /** The value of one counted event: for money the mean of one sale. */
  readonly unit: number;
  /** The squared relative deviation of hours beyond chance. */
  readonly spread: number;
}

/** The expectations for a ym-profile, learned from its own past. */
export interface Model {
  readonly series: ReadonlyMap<string, SeriesModel>;
  /** The deviation from the expectation, in standard errors, above which a window is reported. */
  readonly threshold: number;
  /** The tail of the hourly largest deviations, from which the rarity of a window is computed. */
  readonly tail: { readonly start: number; readonly mean: number };
}

export const slotOf = (startMs: number): number => Math.floor(startMs / hourMs) % weekHours;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

/**
 * Learns from the last weeks, by hour of the week; null if there are fewer than two. The threshold is the one at which
 * the past would have brought the allowed number of false alarms per month, over all watched figures together.
 */
export function learnModel(hours: readonly HourCounts[], falseAlarmsPerMonth: number): Model | null {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return null;
  if ((last.startMs - first.startMs) / hourMs + 1 < leastHours) return null;
  const series = new Map<string, SeriesModel>();
  const worst = new Map<number, number>();
  for (const name of namesOf(hours)) {
    const points = hours.map((hour) => ({ slot: slotOf(hour.startMs), ...seriesOf(name, hour) }));
    const { model, distances } = learnSeries(name, points);
    series.set(name, model);
    distances.forEach((distance, at) => worst.set(at, Math.max(worst.get(at) ?? -Infinity, distance)));
  }
  const sorted = [...worst.values()].filter(Number.isFinite).toSorted((one, other) => one - other);
  const start = sorted[Math.floor((1 - tailShare) * sorted.length)] ?? 3;
  const excess = sorted.filter((distance) => distance > start).map((distance) => distance - start);
  // By the median, which an hour of outage does not shift: for an exponential tail it is ln 2 times the mean.
  const mean = excess.length === 0 ? 0 : median(excess) / Math.LN2;
  const chance = falseAlarmsPerMonth / (monthHours * looksPerHour);
  return {
    series,
    tail: { start, mean },
    threshold: Math.max(leastThreshold, start + mean * Math.log(tailShare / chance)),
  };
}

/** The past cannot show anything rarer than this. */
const mostDays = 36_500;

/** How often a deviation of this size occurs by chance: once in this many days. */
export function everyDays({ tail: { start, mean } }: Pick<Model, 'tail'>, distance: number): number {
  const perHour = looksPerHour * tailShare * Math.exp(-Math.max(0, distance - start) / Math.max(mean, 1e-9));
  return Math.min(mostDays, 1 / (24 * perHour));
}

type SlotPoint = Point & { readonly slot: number };

function learnSeries(
  name: string,
  points: readonly SlotPoint[],
): { readonly model: SeriesModel; readonly distances: number[] } {
  const bySlot = Map.groupBy(
    points.map((point, at) => ({ ...point, at })).filter(({ exposure }) => exposure > 0),
    ({ slot }) => slot,
  );
  const rateOf = (slot: number, without = -1): number | null => {
    const others = (bySlot.get(slot) ?? []).filter(({ at }) => at !== without);
    return others.length === 0 ? null : median(others.map(({ count, exposure }) => count / exposure));
  };
  // For each hour, the expectation from the other hours of its slot.
  const expected = points.map(({ slot, exposure }, at) => (rateOf(slot, at) ?? 0) * exposure);
  const trends = points.map((_, at) => trendOf(points, expected, at));
  const unit = isMoney(name) ? unitOf(points) : 1;
  const levels = expected.map((of, at) => of * trends[at]!);
  const relative = points.flatMap(({ count, exposure }, at) => {
    const of = levels[at]!;
    return of > 0 ? [{ off: (count - of) / of, chance: chanceOf(name, of, exposure, unit) }] : [];
  });
  // By the median of squares, because some hours were faults. 0.455 is the median of a normal deviate's square.
  const squares = relative.map(({ off, chance }) => off ** 2 / 0.455 - chance);
  const spread = squares.length === 0 ? 0 : Math.max(0, median(squares));
  const model = {
    rates: Array.from({ length: weekHours }, (_, slot) => rateOf(slot)),
    trend: trendOf(points, expected, points.length),
    unit,
    spread,
  };
  const distances = points.map((point, at) =>
    levels[at]! > 0 ? oddityOf(name, distanceOf(name, point, levels[at]!, model)) : -Infinity,
  );
  return { model, distances };
}

/** The counts of the preceding hours relative to their expectation. */
function trendOf(points: readonly SlotPoint[], expected: readonly number[], at: number): number {
  let [count, of] = [0, 0];
  for (let before = Math.max(0, at - trendHours); before < at; before++) {
    const usual = expected[before] ?? 0;
    if (usual === 0) continue;
    count += points[before]!.count;
    of += usual;
  }
  if (of === 0) return 1;
  // A fault of some hours must not become the expectation.
  return Math.min(2, Math.max(0.7, count / of));
}

/** The value of one sale. */
function unitOf(points: readonly SlotPoint[]): number {
  const values = points.flatMap(({ count, exposure }) => (exposure > 0 && count > 0 ? [count / exposure] : []));
  return values.length === 0 ? 1 : median(values);
}

/**
 * The relative variance due to chance: for net, of sales and prices; for a price, of prices; for a share of auctions,
 * smaller the closer it is to 1; else as for rare events.
 */
function chanceOf(name: string, expected: number, exposure: number, unit: number): number {
  if (isMoney(name)) return ((name === 'net' ? 2 : 1) * unit) / expected;
  const isPart = name !== 'auctions';
  return (isPart ? Math.max(0.05, 1 - expected / exposure) : 1) / expected;
}

/** The distance below the expectation, in standard errors. */
function distanceOf(name: string, { count, exposure }: Point, expected: number, { unit, spread }: SeriesModel): number {
  return (expected - count) / (expected * Math.sqrt(chanceOf(name, expected, exposure, unit) + spread));
}

/** A rise counts like a fall if rises are reported too. */
const oddityOf = (name: string, distance: number): number => (isTwoSided(name) ? Math.abs(distance) : distance);

/** One figure of a window, and its expectation. */
export interface Deviation {
  readonly name: string;
  readonly count: number;
  readonly exposure: number;
  readonly expected: number;
  readonly distance: number;
  readonly isRise: boolean;
}

/** Every figure of a window, which may span parts of two hours. */
export function deviationsOf(
  { series }: Model,
  windows: readonly (HourCounts & { readonly hours: number })[],
): Deviation[] {
  return Array.from(series, ([name, model]) => {
    let [count, exposure, expected] = [0, 0, 0];
    for (const window of windows) {
      const point = seriesOf(name, window);
      count += point.count;
      exposure += point.exposure;
      expected += (model.rates[slotOf(window.startMs)] ?? 0) * model.trend * point.exposure;
    }
    const distance = expected > 0 ? distanceOf(name, { count, exposure }, expected, model) : 0;
    return { name, count, exposure, expected, distance: oddityOf(name, distance), isRise: distance < 0 };
  });
}
