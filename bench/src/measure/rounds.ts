/** One program of a comparison. `turn` does its part of a round and gives its figure. */
export interface RoundContestant {
  readonly name: string;
  readonly turn: () => number | Promise<number>;
}

/**
 * The order of one round. Each round starts with another contestant and every second round runs backwards, so that none is
 * always first, last, or after the same neighbour.
 */
export function turnOrder<Value>(contestants: readonly Value[], round: number): Value[] {
  const step = round % 2 === 0 ? 1 : -1;
  return contestants.map((_, place) => contestants.at((round + step * place) % contestants.length)!);
}

/** Gives every contestant a turn in every round. Gives each one's figures by name, in the order of the rounds. */
export async function runRounds(
  contestants: readonly RoundContestant[],
  rounds: number,
): Promise<Map<string, number[]>> {
  const figures = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  if (figures.size < contestants.length) throw new Error('Two contestants have the same name.');
  for (let round = 0; round < rounds; round++) {
    for (const { name, turn } of turnOrder(contestants, round)) figures.get(name)!.push(await turn());
  }
  return figures;
}

/** The middle value, or the mean of the two middle values. Throws when there is no value. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of no values.');
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * A figure as a multiple of a base: the median of the ratios of each round. Both ran shortly after each other in a round,
 * so a slower machine slowed both. Throws when they have different numbers of rounds.
 */
export function medianRatio(figures: readonly number[], base: readonly number[]): number {
  if (figures.length !== base.length) {
    throw new RangeError(`${figures.length} rounds cannot be compared with ${base.length} rounds.`);
  }
  return median(figures.map((figure, round) => figure / base[round]!));
}

/** The largest distance of a round from the median, as a part of the median: 0.1 is "within 10 %". */
export function spread(values: readonly number[]): number {
  const middle = median(values);
  return Math.max(...values.map((value) => Math.abs(value - middle))) / middle;
}
