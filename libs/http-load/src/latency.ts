import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';

/** The percentiles that are reported. */
export const percentiles = [50, 75, 90, 97.5, 99, 99.9] as const;
export type Percentile = (typeof percentiles)[number];

const microsPerMs = 1000;
/** Longer latencies count as this long. */
const longestMs = 3_600_000;

/** Latencies in milliseconds, in an HdrHistogram of microseconds: each is known to a thousandth of itself. */
export class Latencies {
  readonly #micros = build({ numberOfSignificantValueDigits: 3, useWebAssembly: false });

  get count(): number {
    return this.#micros.totalCount;
  }

  /** 0 when there are none. */
  get maxMs(): number {
    return this.atPercentile(100);
  }

  record(latencyMs: number): void {
    this.#micros.recordValue(Math.round(Math.min(Math.max(latencyMs, 0), longestMs) * microsPerMs));
  }

  /** Milliseconds: this percentage of the latencies is no longer. 0 when there are none. */
  atPercentile(percentile: number): number {
    return this.#micros.getValueAtPercentile(percentile) / microsPerMs;
  }

  /** The whole histogram as text, which the tools of HdrHistogram read: compressed, in base64. */
  encode(): string {
    return encodeIntoCompressedBase64(this.#micros);
  }
}
