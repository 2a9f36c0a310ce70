import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import type { Latency } from './latency.ts';
import { longestNs } from './latency.ts';

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

/** null: no auction was run here. */
export function toLatencyReport(latency: Latency): LatencyReport | null {
  const histogram = build({
    highestTrackableValue: longestNs,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });
  for (const [ns, auctions] of latency.toData()) histogram.recordValueWithCount(ns, auctions);
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
    // Of its bucket, as the others are.
    max: at(100),
    histogram: encodeIntoCompressedBase64(histogram),
  };
}
