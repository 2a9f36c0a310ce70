import { logarithm, power } from '@auction-tiers/market/exact-math';

/** A log may hold any number of different values; new ones beyond this many are not counted. */
const mostValues = 100_000;

/** Counts how often each value of an attribute occurs. */
export class ValueCount<Value> {
  readonly #counts = new Map<string | number | null, { readonly value: Value; count: number }>();

  /** Values with the same `key` are counted together; the first of them is kept. */
  add(key: string | number | null, value: Value): void {
    const known = this.#counts.get(key);
    if (known !== undefined) known.count++;
    else if (this.#counts.size < mostValues) this.#counts.set(key, { value, count: 1 });
  }

  /** The most frequent first; equally frequent ones in the order of their first occurrence. */
  ranked(limit = Infinity): readonly { readonly value: Value; readonly count: number }[] {
    return [...this.#counts.values()].toSorted((left, right) => right.count - left.count).slice(0, limit);
  }

  get size(): number {
    return this.#counts.size;
  }
}

/** Rounds an estimate to six significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

const longestText = 200;

/** A text within the bounds of params; null: there is none, or it is too long. */
export function knownText(text: string | undefined): string | null {
  return text === undefined || text === '' || text.length > longestText ? null : text;
}

const steepest = 5;
const bisections = 60;

/**
 * The maximum-likelihood exponent of Zipf's law for volumes by rank. Several lists, such as the placements of each site,
 * have one exponent in common. 0 where no list has more than one volume.
 */
export function zipfExponent(lists: readonly (readonly number[])[]): number {
  const telling = lists.filter((counts) => counts.length > 1);
  if (telling.length === 0) return 0;
  // At the maximum the mean logarithm of the ranks is the one that the law gives.
  const excess = (exponent: number) =>
    telling.reduce((sum, counts) => sum + total(counts) * meanLogRank(counts.length, exponent) - logRankSum(counts), 0);
  let [low, high] = [0, steepest];
  for (let step = 0; step < bisections; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function logRankSum(counts: readonly number[]): number {
  return counts.reduce((sum, count, at) => sum + count * logarithm(at + 1), 0);
}

function meanLogRank(length: number, exponent: number): number {
  let [weights, logs] = [0, 0];
  for (let rank = 1; rank <= length; rank++) {
    const weight = 1 / power(rank, exponent);
    weights += weight;
    logs += weight * logarithm(rank);
  }
  return logs / weights;
}
