import * as fc from 'fast-check';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { expect, test } from 'vitest';
import { Latencies, percentiles } from '../src/index.ts';

const latencyMs = fc.oneof(
  fc.double({ min: 0, max: 50, noNaN: true }),
  fc.double({ min: 0, max: 60_000, noNaN: true }),
);
const someMs = fc.array(latencyMs, { minLength: 1, maxLength: 300 });

function latenciesOf(values: readonly number[]): Latencies {
  const latencies = new Latencies();
  for (const value of values) latencies.record(value);
  return latencies;
}

const shown = (latencies: Latencies) => percentiles.map((percentile) => latencies.atPercentile(percentile));

test('a percentile is that of the sorted latencies, to a thousandth of it', () => {
  fc.assert(
    fc.property(someMs, (values) => {
      const latencies = latenciesOf(values);
      const sorted = values.toSorted((left, right) => left - right);
      for (const percentile of percentiles) {
        const exact = sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)]!;
        expect(Math.abs(latencies.atPercentile(percentile) - exact)).toBeLessThanOrEqual(0.001 + exact / 1000);
      }
      expect(latencies.count).toBe(values.length);
      expect(latencies.maxMs).toBeGreaterThanOrEqual(latencies.atPercentile(99.9));
    }),
  );
});

test('a histogram as text is read by HdrHistogram', () => {
  fc.assert(
    fc.property(someMs, (values) => {
      const latencies = latenciesOf(values);
      const decoded = decodeFromCompressedBase64(latencies.encode());
      const decodedMs = percentiles.map((percentile) => decoded.getValueAtPercentile(percentile) / 1000);
      expect([decoded.totalCount, ...decodedMs]).toEqual([latencies.count, ...shown(latencies)]);
    }),
    { numRuns: 20 },
  );
});

test('without latencies there is nothing to show', () => {
  expect([...shown(new Latencies()), new Latencies().maxMs]).toEqual([0, 0, 0, 0, 0, 0, 0]);
});
