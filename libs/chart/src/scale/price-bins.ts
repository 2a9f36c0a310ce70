import { ascending, bisectLeft, quantileSorted, tickIncrement } from 'd3-array';
import { leastSpan } from './axis.ts';

/** How many prices are from `from` (included) to `to` (excluded). Only the last bin may have no end: `to` is null. */
export interface PriceBin {
  readonly from: number;
  readonly to: number | null;
  readonly count: number;
}

const usualBins = 40;
/** Prices above this quantile share one bin if they are far away: equal widths would squeeze all others. */
const tailFrom = 0.99;
/** Far away: the highest price is at least this many times as far from the lowest one as the quantile is. */
const leastTail = 1.5;

/**
 * Prices in bins of equal widths at round values from 0, about `most` of them, and one more for a long tail. The bins of
 * equal widths reach all prices of `include`.
 */
export function binPrices(
  prices: readonly number[],
  include: readonly number[] = [],
  most: number = usualBins,
): PriceBin[] {
  const sorted = prices.toSorted(ascending);
  const start = Math.min(0, sorted[0] ?? 0, ...include);
  const greatest = sorted.at(-1) ?? start;
  const usual = quantileSorted(sorted, tailFrom) ?? start;
  const hasTail = greatest - start > leastTail * (usual - start);
  const edges = edgesOf(start, Math.max(hasTail ? usual : greatest, ...include), most);
  const counts = edges.map((edge) => bisectLeft(sorted, edge));
  const bins = edges.slice(1).map((to, at): PriceBin => {
    return { from: edges[at]!, to, count: counts[at + 1]! - counts[at]! };
  });
  const beyond = sorted.length - counts.at(-1)!;
  return beyond === 0 ? bins : [...bins, { from: edges.at(-1)!, to: null, count: beyond }];
}

/** Round values at equal distances, from one at or below `start` to one above `end`. */
function edgesOf(start: number, end: number, most: number): number[] {
  const step = tickIncrement(start, end - start < leastSpan ? start + 1 : end, most);
  // A step below 1 is given as its negative inverse: a division gives 0.3, a multiplication 0.30000000000000004.
  const toEdge = (at: number) => (step > 0 ? at * step : at / -step);
  const toPlace = (value: number) => (step > 0 ? value / step : value * -step);
  let first = Math.floor(toPlace(start));
  // The division may round to a higher whole number.
  if (toEdge(first) > start) first--;
  const edges = [toEdge(first)];
  while (edges.at(-1)! <= end || edges.length < 2) edges.push(toEdge(first + edges.length));
  return edges;
}
