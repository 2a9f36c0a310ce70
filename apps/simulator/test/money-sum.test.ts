import { maxPriceMicros } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { MoneySum } from '../src/report/money-sum.ts';

test('a sum of top prices is exact beyond 2^53', () => {
  const sum = new MoneySum();
  for (let auction = 0; auction < 100_000; auction++) sum.add(maxPriceMicros);
  expect(sum.total()).toBe(BigInt(maxPriceMicros) * 100_000n);
  expect(sum.total() > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
});

test('a sum may be read and then go on', () => {
  const sum = new MoneySum();
  expect(sum.total()).toBe(0n);
  sum.add(3);
  expect(sum.total()).toBe(3n);
  sum.add(4);
  expect(sum.total()).toBe(7n);
});
