import { encodeHistogram } from './encode-histogram.ts';
import { Histogram } from './histogram.ts';

/** The percentiles that are reported. */
export const percentiles = [50, 75, 90, 97.5, 99, 99.9] as const;
export type Percentile = (typeof percentiles)[number];

const microsPerMs = 1000;
/** Longer latencies count as this long. */
const longestMs = 3_600_000;

/** Latencies in milliseconds, in a histogram of microseconds: each is known to a thousandth of itself. */
export class Latencies {
  readonly #micros = new Histogram();

  get count(): number {
    return this.#micros.count;
  }

  /** 0 when there are none. */
  get maxMs(): number {
    return this.atPercentile(100);
  }

  record(latencyMs: number): void {
    this.#micros.record(Math.min(Math.max(latencyMs, 0), longestMs) * microsPerMs);
  }

  /** Adds all latencies of another run. */
  add(other: Latencies): void {
    this.#micros.merge(other.#micros.toData());
  }

  /** Milliseconds: this percentage of the latencies is no longer. 0 when there are none. */
  atPercentile(percentile: number): number {
    return this.#micros.atPercentile(percentile) / microsPerMs;
  }

  /** The whole histogram as text, which the tools of HdrHistogram read. */
  encode(): string {
    return encodeHistogram(this.#micros);
  }
}

/** All latencies of several runs. */
export function mergeLatencies(runs: readonly Latencies[]): Latencies {
  const merged = new Latencies();
  for (const run of runs) merged.add(run);
  return merged;
}
