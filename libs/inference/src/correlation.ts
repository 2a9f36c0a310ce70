import { total } from './estimate.ts';

/** Pearson's correlation of two series of equal length; 0 where one of them does not vary. */
export function correlate(left: Float64Array, right: Float64Array): number {
  const [meanLeft, meanRight] = [total(left) / left.length, total(right) / right.length];
  let [product, square, otherSquare] = [0, 0, 0];
  for (const [at, value] of left.entries()) {
    const [off, otherOff] = [value - meanLeft, right[at]! - meanRight];
    product += off * otherOff;
    square += off * off;
    otherSquare += otherOff * otherOff;
  }
  const scale = Math.sqrt(square * otherSquare);
  return scale === 0 ? 0 : Math.max(-1, Math.min(1, product / scale));
}
