/** The ratio of two sums over clusters, with its 95 % interval. */
export interface Estimate {
  /** Sum of the values over the sum of the sizes. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
}

export function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
