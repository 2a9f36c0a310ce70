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
