import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import type { Histogram } from './histogram.ts';

/**
 * The whole histogram as text: a compressed HdrHistogram in base64 with three significant digits, as the tools of
 * HdrHistogram read it. `highestTrackableValue` is written in its header; without it the header has the least that the
 * values need.
 */
export function encodeHistogram(histogram: Histogram, highestTrackableValue?: number): string {
  const encoded = build({
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
    ...(highestTrackableValue === undefined ? {} : { highestTrackableValue }),
  });
  for (const [lowest, count] of histogram.toData()) encoded.recordValueWithCount(lowest, count);
  return encodeIntoCompressedBase64(encoded);
}
