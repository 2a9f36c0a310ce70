import * as fc from 'fast-check';
import { build, decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { expect, test } from 'vitest';
import { toHistogram } from '../../src/replay/latency-histogram.ts';
import { Latency, longestNs } from '../../src/replay/latency.ts';
import type { LatencyFigures } from '../../src/schema/replay-timing.ts';

function recorded(...allNs: readonly number[]): Latency {
  const latency = new Latency();
  for (const ns of allNs) latency.record(ns);
  return latency;
}

const figuresOf = (...allNs: readonly number[]): LatencyFigures => recorded(...allNs).figures()!;

test('percentiles are of all auctions, short ones and long ones', () => {
  const thousand = Array.from({ length: 1000 }, (_, at) => at + 1);
  const figures = figuresOf(...thousand, 70_000_000);
  expect(figures).toMatchObject({ auctions: 1001, min: 1, p50: 501, p90: 901 });
  // Three significant digits.
  expect(Math.abs(figures.max / 70_000_000 - 1)).toBeLessThan(0.001);
});

/** Short ones, long ones, and the edges between buckets. */
const times = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: longestNs }),
    fc.integer({ min: 1, max: 100_000 }),
    fc
      .tuple(fc.integer({ min: 1, max: 35 }), fc.integer({ min: -1, max: 1 }))
      .map(([bits, off]) => Math.max(2 ** bits + off, 1)),
  ),
  { minLength: 1 },
);

test('figures and histogram are those of an HdrHistogram of the times themselves', () => {
  fc.assert(
    fc.property(times, (allNs) => {
      const order = {
        highestTrackableValue: longestNs,
        numberOfSignificantValueDigits: 3,
        useWebAssembly: false,
      } as const;
      const whole = build(order);
      for (const ns of allNs) whole.recordValue(ns);
      const percentiles = [50, 90, 99, 99.9, 100];
      const wanted = percentiles.map((percentile) => whole.getValueAtPercentile(percentile));
      const { p50, p90, p99, p99_9: p999, max, mean } = figuresOf(...allNs);
      expect([p50, p90, p99, p999, max]).toEqual(wanted);
      expect(Math.abs(mean - whole.mean)).toBeLessThanOrEqual(1);
      const histogram = decodeFromCompressedBase64(toHistogram(recorded(...allNs)));
      expect(percentiles.map((percentile) => histogram.getValueAtPercentile(percentile))).toEqual(wanted);
    }),
  );
});

test('merged in parts they are the same as recorded in one go, and may be read in between', () => {
  fc.assert(
    fc.property(times, times, (first, second) => {
      const merged = new Latency();
      merged.merge(recorded(...first).toData());
      expect(merged.toData()).toEqual(recorded(...first).toData());
      merged.merge(recorded(...second).toData());
      expect(merged.toData()).toEqual(recorded(...first, ...second).toData());
    }),
  );
});

test('no time at all counts as the shortest, and one without end as the longest', () => {
  expect(figuresOf(0, -1, 5, 1e15)).toMatchObject({ auctions: 4, min: 1, p50: 1 });
  expect(Math.abs(figuresOf(1e15).max / longestNs - 1)).toBeLessThan(0.001);
});

test('where no auction was run there is nothing to report', () => {
  expect(new Latency().figures()).toBeNull();
});
