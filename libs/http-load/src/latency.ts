import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import type { Histogram } from 'hdr-histogram-js';

/** The percentiles that are reported. */
export const percentiles = [50, 75, 90, 97.5, 99, 99.9] as const;
export type Percentile = (typeof percentiles)[number];

const significantDigits = 3;
const microsPerMs = 1000;
/** Longer waits count as this long. */
const longestMs = 3_600_000;

/** Latencies in a HdrHistogram of microseconds: each is known to a thousandth part of itself. */
export class Latencies {
  readonly #micros: Histogram;

  constructor(micros: Histogram = build({ numberOfSignificantValueDigits: significantDigits })) {
    this.#micros = micros;
  }

  /** As `encode` gave it. Throws for any other text. */
  static decode(text: string): Latencies {
    return new Latencies(decodeFromCompressedBase64(text));
  }

  get count(): number {
    return this.#micros.totalCount;
  }

  /** 0 where there are none. */
  get maxMs(): number {
    return this.atPercentile(100);
  }

  record(latencyMs: number): void {
    this.#micros.recordValue(Math.round(Math.min(Math.max(latencyMs, 0), longestMs) * microsPerMs));
  }

  /** Takes in all of another's: percentiles of several runs are those of all their latencies, never a mean of percentiles. */
  add(other: Latencies): void {
    this.#micros.add(other.#micros);
  }

  /** In milliseconds: so many per cent of the latencies are no longer than this. 0 where there are none. */
  atPercentile(percentile: number): number {
    return this.count === 0 ? 0 : this.#micros.getValueAtPercentile(percentile) / microsPerMs;
  }

  /** The whole histogram as text: what HdrHistogram's tools read. */
  encode(): string {
    return encodeIntoCompressedBase64(this.#micros);
  }
}

/** All latencies of several runs. */
export function mergeLatencies(runs: readonly Latencies[]): Latencies {
  const merged = new Latencies();
  for (const run of runs) merged.add(run);
  return merged;
}
