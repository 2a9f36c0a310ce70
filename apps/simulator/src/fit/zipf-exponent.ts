import { logarithm, power } from '../kit/exact-math.ts';

const steepest = 5;
const bisections = 60;

/**
 * The exponent of Zipf's law under which volumes by rank are most likely. Several lists, such as the placements of each
 * site, have one exponent in common. 0 where nothing can be told from them.
 */
export function zipfExponent(lists: readonly (readonly number[])[]): number {
  const telling = lists.filter((counts) => counts.length > 1);
  if (telling.length === 0) return 0;
  // Most likely where the mean logarithm of the ranks is the one that the law gives.
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
