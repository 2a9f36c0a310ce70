import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import type { Latency } from './latency.ts';
import { longestNs } from './latency.ts';

/** All that was recorded: a compressed HdrHistogram of nanoseconds in base64, three significant digits. */
export function toHistogram(latency: Latency): string {
  const histogram = build({
    highestTrackableValue: longestNs,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });
  for (const [ns, auctions] of latency.toData()) histogram.recordValueWithCount(ns, auctions);
  return encodeIntoCompressedBase64(histogram);
}
