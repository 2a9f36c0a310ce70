import { expect, test } from 'vitest';
import { Latency } from '../src/replay/latency.ts';

function recorded(...allNs: readonly number[]): Latency {
  const latency = new Latency();
  for (const ns of allNs) latency.record(ns);
  return latency;
}

test('percentiles are of all auctions, short ones and long ones', () => {
  const thousand = Array.from({ length: 1000 }, (_, at) => at + 1);
  const report = recorded(...thousand, 70_000_000).report()!;
  expect(report).toMatchObject({ auctions: 1001, min: 1, p50: 501, p90: 901 });
  // Three significant digits.
  expect(Math.abs(report.max / 70_000_000 - 1)).toBeLessThan(0.001);
});

test('merged in parts they are the same as recorded in one go, and may be read in between', () => {
  const [first, second] = [recorded(0, 5, 900), recorded(65_535, 65_536, 1e15)];
  const merged = new Latency();
  merged.merge(first.encode());
  expect(merged.report()).toMatchObject({ auctions: 3, min: 1, max: 900 });
  merged.merge(second.encode());
  expect(merged.report()).toEqual(recorded(0, 5, 900, 65_535, 65_536, 1e15).report());
});

test('where no auction was run there is nothing to report', () => {
  expect(new Latency().report()).toBeNull();
});
