import * as fc from 'fast-check';
import { build } from 'hdr-histogram-js';
import { expect, test } from 'vitest';
import { toLatencyReport } from '../src/replay/latency-report.ts';
import type { LatencyReport } from '../src/replay/latency-report.ts';
import { Latency, longestNs } from '../src/replay/latency.ts';

function recorded(...allNs: readonly number[]): Latency {
  const latency = new Latency();
  for (const ns of allNs) latency.record(ns);
  return latency;
}

const reportOf = (...allNs: readonly number[]): LatencyReport => toLatencyReport(recorded(...allNs))!;

test('percentiles are of all auctions, short ones and long ones', () => {
  const thousand = Array.from({ length: 1000 }, (_, at) => at + 1);
  const report = reportOf(...thousand, 70_000_000);
  expect(report).toMatchObject({ auctions: 1001, min: 1, p50: 501, p90: 901 });
  // Three significant digits.
  expect(Math.abs(report.max / 70_000_000 - 1)).toBeLessThan(0.001);
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

test('the histogram is that of all times themselves', () => {
  fc.assert(
    fc.property(times, (allNs) => {
      const order = {
        highestTrackableValue: longestNs,
        numberOfSignificantValueDigits: 3,
        useWebAssembly: false,
      } as const;
      const histogram = build(order);
      for (const ns of allNs) histogram.recordValue(ns);
      const { p50, p99, max } = reportOf(...allNs);
      expect([p50, p99, max]).toEqual([50, 99, 100].map((percentile) => histogram.getValueAtPercentile(percentile)));
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
  expect(reportOf(0, -1, 5, 1e15)).toMatchObject({ auctions: 4, min: 1, p50: 1 });
  expect(Math.abs(reportOf(1e15).max / longestNs - 1)).toBeLessThan(0.001);
});

test('where no auction was run there is nothing to report', () => {
  expect(toLatencyReport(new Latency())).toBeNull();
});
