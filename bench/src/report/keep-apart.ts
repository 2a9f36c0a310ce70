/**
 * Moves places that are closer than `distance` apart, as little as is needed from the first to the last; the order of
 * equals stays. What would pass `limit` pushes the others back instead. Gives the new places in the order given.
 */
export function keepApart(places: readonly number[], distance: number, limit: number): number[] {
  const order = places.map((_, at) => at).toSorted((left, right) => places[left]! - places[right]! || left - right);
  const moved = [...places];
  order.forEach((at, rank) => {
    if (rank > 0) moved[at] = Math.max(moved[at]!, moved[order[rank - 1]!]! + distance);
  });
  order.toReversed().forEach((at, rank, backwards) => {
    moved[at] = Math.min(moved[at]!, rank === 0 ? limit : moved[backwards[rank - 1]!]! - distance);
  });
  return moved;
}
