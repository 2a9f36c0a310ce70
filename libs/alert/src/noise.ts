import type { Kind } from './series.ts';
import { median } from './tail.ts';

/** The median of a normal deviate's square. */
const medianSquare = 0.455;
/** The part of the chance of single events that is left where the past seems to have none. */
const leastChance = 0.5;
/** Counts are whole: where so many events are expected, their rounding is as large as they are. */
const coarse = 1.5;
/** A share of nearly all auctions varies little, but not less than this. */
const leastRest = 0.05;
/** With fewer expected events a window is not judged. */
const leastEvents = 20;
/** A count of none has no logarithm: this part of what is expected stands for it. */
const nearlyNone = 0.02;
/** The past tells chance from spread only where its hours differ in size by this factor. */
const leastRange = 1.5;

/** How a figure is counted. `unit`: the value of one event, for money the mean of one sale. */
export interface Counting {
  readonly kind: Kind;
  readonly unit: number;
}

/** The least and the most that is expected: they differ where an hour has several places. */
export interface Expected {
  readonly low: number;
  readonly high: number;
}

/** One count of a window, and what was expected. */
export interface Sample extends Expected {
  readonly count: number;
  readonly exposure: number;
}

/** The relative variance of a count is `chance` times that of independent events, and `spread`. */
export interface Noise {
  readonly chance: number;
  readonly spread: number;
}

export const isEnough = ({ unit }: Counting, { low }: Expected): boolean => low >= leastEvents * unit;

/** The relative variance of as many independent events as are expected. */
export function chanceOf({ kind, unit }: Counting, expected: number, exposure: number): number {
  const events = expected / unit;
  return (kind === 'part' ? Math.max(leastRest, 1 - expected / exposure) : 1) / events + (coarse / events) ** 2;
}

/**
 * The distance below what is expected, relative to it. Money by its logarithm, because prices spread in factors; numbers
 * by their root, which makes chance equal at all sizes.
 */
function offOf(kind: Kind, count: number, expected: number): number {
  const times = count / expected;
  return kind === 'money' ? -Math.log(Math.max(times, nearlyNone)) : 2 * (1 - Math.sqrt(Math.max(0, times)));
}

/** The count at a relative distance: the inverse of `offOf`. */
export const countAt = (kind: Kind, off: number, expected: number): number =>
  expected * (kind === 'money' ? Math.exp(-off) : Math.max(0, 1 - off / 2) ** 2);

/** One standard error, relative to what is expected. */
export const errorOf = (counting: Counting, { chance, spread }: Noise, expected: number, exposure: number): number =>
  Math.sqrt(chance * chanceOf(counting, expected, exposure) + spread);

/** The distance in standard errors: positive below what is expected, 0 between its least and most. */
export function distanceOf(counting: Counting, noise: Noise, { count, exposure, low, high }: Sample): number {
  const expected = count < low ? low : high;
  if (!(low > 0) || (count >= low && count <= high)) return 0;
  return offOf(counting.kind, count, expected) / errorOf(counting, noise, expected, exposure);
}

/** Chance and spread, by the medians of squares in the larger and in the smaller half of the samples. */
export function noiseOf(counting: Counting, samples: readonly Sample[]): Noise {
  const known = samples
    .filter(({ low }) => low > 0)
    .map(({ count, exposure, low, high }) => {
      const expected = count === 0 ? low : (low + high) / 2;
      return { chance: chanceOf(counting, expected, exposure), square: offOf(counting.kind, count, expected) ** 2 };
    })
    .toSorted((one, other) => one.chance - other.chance);
  if (known.length === 0) return { chance: 1, spread: 0 };
  const half = Math.ceil(known.length / 2);
  const typical = (some: typeof known) => ({
    chance: median(some.map(({ chance }) => chance)),
    square: median(some.map(({ square }) => square)) / medianSquare,
  });
  const [large, small] = [typical(known.slice(0, half)), typical(known.slice(-half))];
  const isFlat = small.chance < leastRange * large.chance;
  const slope = isFlat ? 1 : (small.square - large.square) / (small.chance - large.chance);
  const chance = Math.max(leastChance, Math.min(slope, large.square / large.chance));
  return { chance, spread: Math.max(0, large.square - chance * large.chance) };
}
