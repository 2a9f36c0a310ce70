import { expect, test } from 'vitest';
import { coverOf } from '../src/cover.ts';

const hourMs = 3_600_000;
const wholeOf = (segments: Parameters<typeof coverOf>[0], decided: number, nowMs = hourMs) =>
  coverOf(segments, new Map([[0, decided]]), nowMs).get(0)?.isWhole;
const segment = (lines: number, share = 1) => ({ startMs: 0, lines, share });

test.for([
  ['all recorded', [segment(1000)], 1000, true],
  ['what a kill loses', [segment(995)], 1000, true],
  ['a part of the hour was dropped', [segment(980)], 1000, false],
  ['one of few auctions is missing', [segment(9)], 10, false],
  ['nothing recorded', [], 3, false],
  ['an hour without auctions', [segment(0)], 0, true],
  ['a sample that is smaller by chance', [segment(85, 0.01)], 10_000, true],
  ['half of a sample', [segment(50, 0.01)], 10_000, false],
  ['two shares in one hour', [segment(500, 0.5), segment(10, 0.01)], 2000, true],
  ['two shares, the larger part missing', [segment(250, 0.5), segment(10, 0.01)], 2000, false],
] as const)('%s', ([, segments, decided, isWhole]) => {
  expect(wholeOf(segments, decided)).toBe(isWhole);
});

test('an hour without a line of a small sample is whole only where few lines were expected', () => {
  const others = { startMs: 5 * hourMs, lines: 100, share: 0.01 };
  expect(wholeOf([others], 500)).toBe(true);
  expect(wholeOf([others], 800)).toBe(false);
});

test('an hour that is not over is not whole', () => {
  expect(wholeOf([segment(10)], 10, hourMs - 1)).toBe(false);
});
