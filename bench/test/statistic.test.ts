import { expect, test } from 'vitest';
import { median, medianRatio, spread } from '../src/measure/statistic.ts';

test.for<[readonly number[], number]>([
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[100, 2, 3, 1, 2], 2],
])('the median of %j is %d', ([values, wanted]) => {
  expect(median(values)).toBe(wanted);
});

test('no values have no median', () => {
  expect(() => median([])).toThrow(RangeError);
});

test('the order of the rounds is left as it is', () => {
  const rounds = [3, 1, 2];
  median(rounds);
  expect(rounds).toEqual([3, 1, 2]);
});

test('a ratio is taken round by round, so that a slow round slows both sides of it', () => {
  expect(medianRatio([20, 200, 22], [10, 100, 11])).toBe(2);
  // The medians alone would say 22 / 11 of other rounds.
  expect(medianRatio([30, 10, 20], [10, 5, 20])).toBe(2);
});

test('rounds of different numbers are not compared', () => {
  expect(() => medianRatio([1, 2], [1])).toThrow('2 rounds cannot be compared with 1');
});

test('the spread is the way from the median to the furthest round, above or below', () => {
  expect(spread([10, 11, 9, 10, 14])).toBeCloseTo(0.4);
  expect(spread([10, 10, 4])).toBeCloseTo(0.6);
});
