/** A logarithmic axis over whole decades. */
export interface LogAxis {
  /** The powers of ten from end to end. */
  readonly ticks: readonly number[];
  /** The place of a value, in pixels. */
  readonly at: (value: number) => number;
}

/** An axis from pixel `start` to pixel `end` with room for all the values, which must be above 0. */
export function createLogAxis(values: readonly number[], start: number, end: number): LogAxis {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, step) => 10 ** (first + step)),
    at: (value) => start + ((Math.log10(value) - first) / (last - first)) * (end - start),
  };
}

/**
 * Moves positions that are closer than `distance` apart, as little as needed, from the first to the last. Equal positions
 * keep their order. A position beyond `limit` moves the others back instead. Gives the new positions in the given order.
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
