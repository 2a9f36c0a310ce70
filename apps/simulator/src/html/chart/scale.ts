import type { ScaleLinear } from 'd3-scale';
import { scaleLinear } from 'd3-scale';

/** From the least to the greatest value and 0; never of no width, whatever the values. */
export function domainWithZero(values: Iterable<number>): [number, number] {
  let [least, greatest] = [0, 0];
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return least === greatest ? [0, 1] : [least, greatest];
}

/** Values to pixels, with 0 and round ends. */
export function createScale(values: Iterable<number>, range: readonly [number, number]): ScaleLinear<number, number> {
  return scaleLinear().domain(domainWithZero(values)).range(range).nice(4);
}
