import { expect, test } from 'vitest';
import { createLatency, toFigures } from '../../src/replay/timing.ts';

test('the figures of a replay are those of its histogram, and an auction takes a nanosecond at least', () => {
  const latency = createLatency();
  for (const ns of [0, 500, 1000]) latency.record(ns);
  const figures = { auctions: 3, min: 1, mean: 501, p50: 500, p90: 1000, p99: 1000, p99_9: 1000, max: 1000 };
  expect(toFigures(latency)).toEqual(figures);
});

test('where no auction was run there are no figures', () => {
  expect(toFigures(createLatency())).toBeNull();
});
