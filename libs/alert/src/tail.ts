/**
 * What is judged: the counts of the last half hour and hour, every five minutes, and of the last 24 hours, every hour.
 * `part`: its share of a figure's budget. `looksPerDay`: how many of its looks count as independent.
 */
export const windows = {
  half: { hours: 0.5, part: 0.4, looksPerDay: 120 },
  hour: { hours: 1, part: 0.4, looksPerDay: 72 },
  day: { hours: 24, part: 0.2, looksPerDay: 4 },
} as const;
export type WindowName = keyof typeof windows;

/** A window's looks and length. */
type Window = (typeof windows)[WindowName];

const monthDays = 30;
/** The share of the past that defines a tail. */
const tailShare = 0.1;
/** Two places further out, and by how many standard deviations a normal deviate has them beyond the tail's start. */
const further = [
  { share: 0.05, excess: 0.3634 },
  { share: 0.03, excess: 0.5993 },
];
/**
 * The tail falls as exp(-(steep x + bend x^2)), x in standard deviations beyond its start. A normal deviate has 1.755 and
 * 0.416; a smaller bend allows for the heavier tails that markets have. One dear sale lifts the mean of all: above what is
 * usual, the logarithm of money falls as far out as near by, as where prices follow a power law.
 */
const steep = 1.755;
const bends = { bent: 0.2, straight: 0 } as const;
export type TailShape = keyof typeof bends;
/** A past without any noise does not make the next hour certain. */
const leastLimit = 4;

/** How a window's distances from what is usual ran in the past: how rare a greater one is. */
export interface Tail {
  readonly shape: TailShape;
  readonly start: number;
  readonly scale: number;
  /** The distance that 39 of 40 did not pass: both sides of a range hold 19 of 20. */
  readonly range: number;
}

/** The share of hours and days that lie outside of the range that is usual. */
const outsideShare = 0.05;
const leastScale = 1e-6;
/** Few days tell a tail badly: with this many its scale is doubled. */
const fewWindows = 6;

/** The tail of the past's distances. Not by its end, which past faults make. `apart`: how many do not overlap. */
export function tailOf(distances: readonly number[], apart: number, shape: TailShape): Tail {
  const sorted = Float64Array.from(distances).toSorted();
  const start = quantile(sorted, 1 - tailShare);
  const scale = Math.max(...further.map(({ share, excess }) => (quantile(sorted, 1 - share) - start) / excess));
  const range = Math.max(0, quantile(sorted, 1 - outsideShare / 2));
  return { shape, start, scale: Math.max(leastScale, scale * (1 + fewWindows / Math.max(1, apart))), range };
}

/** The distance that chance alone passes `perMonth` times a month. */
export function limitOf({ shape, start, scale }: Tail, { looksPerDay }: Window, perMonth: number): number {
  const rarity = Math.log((tailShare * looksPerDay * monthDays) / perMonth);
  const beyond = (2 * Math.max(0, rarity)) / (steep + Math.sqrt(steep ** 2 + 4 * bends[shape] * Math.max(0, rarity)));
  return Math.max(leastLimit, start + scale * beyond);
}

/** The past cannot show anything rarer than this. */
const mostDays = 36_500;

/** How often a distance of this size occurs by chance: once in this many days. */
export function everyDays({ shape, start, scale }: Tail, { looksPerDay }: Window, distance: number): number {
  const beyond = Math.max(0, distance - start) / scale;
  return Math.min(mostDays, Math.exp(steep * beyond + bends[shape] * beyond ** 2) / (tailShare * looksPerDay));
}

/** The median; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  const half = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** A quantile of sorted values; 0 of none. */
const quantile = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
