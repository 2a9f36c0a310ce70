/** The middle value; of an even number the mean of the two in the middle. Throws without a value. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of no values.');
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * How many times the base a figure is: the median of the ratios of each round. Both ran next to each other in a round, so
 * what slowed the machine down in it slowed both. Throws when they ran different numbers of rounds.
 */
export function medianRatio(figures: readonly number[], base: readonly number[]): number {
  if (figures.length !== base.length) {
    throw new RangeError(`${figures.length} rounds cannot be compared with ${base.length} rounds.`);
  }
  return median(figures.map((figure, round) => figure / base[round]!));
}

/** The distance of the furthest round from the median, as a part of the median: 0.1 is "within 10 %". */
export function spread(values: readonly number[]): number {
  const middle = median(values);
  return Math.max(...values.map((value) => Math.abs(value - middle))) / middle;
}
