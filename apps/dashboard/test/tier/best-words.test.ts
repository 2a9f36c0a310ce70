import { expect, test } from 'vitest';
import { bestWords } from '../../src/room/tier/curve.tsx';

const points = [0, 1, 2.5].map((price) => ({ price, value: price, low: -1, high: 4, changed: 3 }));

test('a minimum is named as the best only where another one is worse', () => {
  expect(bestWords({ points, best: { at: 2.5, from: 0, to: 2.5 } })).toBe(
    'In these auctions net cannot be told apart under any of these minimums (95 %).',
  );
  expect(bestWords({ points, best: { at: 2.5, from: 1, to: 2.5 } })).toMatch(/2\.50 .*brings the most; from 1\.00/);
});
