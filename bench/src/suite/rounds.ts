/**
 * The order of one round. Each round starts with another contestant and every second round runs backwards, so that no
 * contestant is always first, last, or after the same neighbour.
 */
export function turnOrder<Value>(contestants: readonly Value[], round: number): Value[] {
  const step = round % 2 === 0 ? 1 : -1;
  return contestants.map((_, index) => contestants.at((round + step * index) % contestants.length)!);
}

/** Runs every contestant once per round. Returns the results by contestant. */
export async function runRounds<Result>(
  turns: readonly (() => Promise<Result>)[],
  rounds: number,
): Promise<readonly (readonly Result[])[]> {
  const results = turns.map((turn) => ({ turn, all: [] as Result[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { turn, all } of turnOrder(results, round)) all.push(await turn());
  }
  return results.map(({ all }) => all);
}

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * A figure as a multiple of a base: the median of the ratios of each round. Both ran shortly after each other in a round,
 * so a slower machine slowed both.
 */
export const medianRatio = (figures: readonly number[], base: readonly number[]): number =>
  median(figures.map((figure, round) => figure / base[round]!));
