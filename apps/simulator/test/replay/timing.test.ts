import { expect, test } from 'vitest';
import { AuctionTimes } from '../../src/replay/timing.ts';

function timesOf(...all: readonly number[]): AuctionTimes {
  const times = new AuctionTimes();
  for (const ns of all) times.record(ns);
  return times;
}

test('the figures of a replay are those of its histogram, and an auction takes a nanosecond at least', () => {
  const figures = { auctions: 3, min: 1, mean: 500, p50: 500, p90: 1000, p99: 1000, p99_9: 1000, max: 1000 };
  expect(timesOf(0, 500, 1000).toFigures()).toEqual(figures);
});

test('times of parts add up to those of the whole, long ones too', () => {
  const [first, second] = [
    [3, 70_000, 5e9],
    [1, 900, 6e10, 1e15],
  ];
  const merged = new AuctionTimes();
  for (const part of [first, [], second]) merged.merge(timesOf(...part).encode());
  const whole = timesOf(...first, ...second);
  expect(merged.toFigures()).toEqual(whole.toFigures());
  expect(Math.abs(merged.toFigures()!.max / 6e10 - 1)).toBeLessThan(0.001);
});

test('where no auction was run there are no figures', () => {
  expect(timesOf().toFigures()).toBeNull();
});
