import type { Histogram } from 'hdr-histogram-js';
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from 'hdr-histogram-js';

/** Longer than any auction; what lies beyond counts as this. */
const longestNs = 60_000_000_000;

/** Nanoseconds, in words that JSON carries. */
export interface LatencyReport {
  readonly auctions: number;
  readonly min: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p99_9: number;
  readonly max: number;
  /** All of it: a compressed HdrHistogram in base64, three significant digits. */
  readonly histogram: string;
}

/** Shorter ones are counted by the nanosecond first: the histogram takes fifty times as long for each. */
const shortNs = 65_536;

/** How long auctions took. Histograms merge exactly; percentiles are worked out at the end and never averaged. */
export class Latency {
  readonly #histogram: Histogram = build({
    highestTrackableValue: longestNs,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });

  readonly #shortCounts = new Float64Array(shortNs);

  record(ns: number): void {
    const wholeNs = Math.max(Math.round(ns), 1);
    if (wholeNs < shortNs) this.#shortCounts[wholeNs]!++;
    else this.#histogram.recordValue(Math.min(wholeNs, longestNs));
  }

  merge(encoded: string): void {
    this.#histogram.add(decodeFromCompressedBase64(encoded));
  }

  encode(): string {
    return encodeIntoCompressedBase64(this.#complete());
  }

  /** null: no auction was run here. */
  report(): LatencyReport | null {
    const histogram = this.#complete();
    if (histogram.totalCount === 0) return null;
    const at = (percentile: number) => histogram.getValueAtPercentile(percentile);
    return {
      auctions: histogram.totalCount,
      min: histogram.minNonZeroValue,
      mean: Math.round(histogram.mean),
      p50: at(50),
      p90: at(90),
      p99: at(99),
      p99_9: at(99.9),
      // Of its bucket, as the others are: a histogram that was merged knows no more.
      max: at(100),
      histogram: this.encode(),
    };
  }
  /** The histogram with what was counted before it. */
  #complete(): Histogram {
    for (const [ns, count] of this.#shortCounts.entries()) {
      if (count > 0) this.#histogram.recordValueWithCount(ns, count);
    }
    this.#shortCounts.fill(0);
    return this.#histogram;
  }
}
