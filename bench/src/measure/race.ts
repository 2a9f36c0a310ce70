/** One that takes part: does its share of a round and gives the figure it came to. */
export interface Entrant {
  readonly name: string;
  readonly turn: () => number | Promise<number>;
}

/**
 * The order of one round. It starts with another entrant each time and every second round runs backwards, so that none
 * always comes first, last, or after the same neighbour.
 */
export function turnOrder<Value>(entrants: readonly Value[], round: number): Value[] {
  const step = round % 2 === 0 ? 1 : -1;
  return entrants.map((_, place) => entrants.at((round + step * place) % entrants.length)!);
}

/** Lets all take their turn in every round. Gives by name each entrant's figures, in the order of the rounds. */
export async function race(entrants: readonly Entrant[], rounds: number): Promise<Map<string, number[]>> {
  const figures = new Map<string, number[]>(entrants.map(({ name }) => [name, []]));
  if (figures.size < entrants.length) throw new Error('Two entrants of one race have the same name.');
  for (let round = 0; round < rounds; round++) {
    for (const { name, turn } of turnOrder(entrants, round)) figures.get(name)!.push(await turn());
  }
  return figures;
}
