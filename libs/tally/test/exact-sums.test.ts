import { maxPriceMicros } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactSums } from '../src/index.ts';

test('a sum of top prices is exact beyond 2^53', () => {
  const sums = new ExactSums(1);
  const row = sums.append();
  for (let auction = 0; auction < 100_000; auction++) sums.add(row, maxPriceMicros);
  expect(sums.exact(row)).toBe(BigInt(maxPriceMicros) * 100_000n);
  expect(sums.exact(row) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
});

test('equal sums are equal data, however they were added up', () => {
  const amount = fc.integer({ min: 0, max: 1000 * maxPriceMicros });
  fc.assert(
    fc.property(fc.array(fc.array(amount, { maxLength: 20 }), { maxLength: 5 }), (parts) => {
      const whole = new ExactSums(2);
      const wholeRow = whole.append();
      const merged = new ExactSums(2);
      const mergedRow = merged.append();
      for (const part of parts) {
        const sums = new ExactSums(2);
        const row = sums.append();
        for (const micros of part) {
          sums.add(row + 1, micros);
          whole.add(wholeRow + 1, micros);
        }
        merged.merge(mergedRow, sums.toData(row));
      }
      expect(merged.toData(mergedRow)).toEqual(whole.toData(wholeRow));
      expect(merged.exact(mergedRow + 1)).toBe(parts.flat().reduce((sum, micros) => sum + BigInt(micros), 0n));
    }),
  );
});

test('sums of either sign are exact, also of merged parts', () => {
  const micros = fc.integer({ min: -1000 * maxPriceMicros, max: 1000 * maxPriceMicros });
  const amounts = fc.array(micros, { maxLength: 30 });
  fc.assert(
    fc.property(amounts, amounts, (left, right) => {
      const [one, other] = [left, right].map((values) => {
        const sums = new ExactSums(1, { rows: 1 });
        for (const value of values) sums.add(0, value);
        return sums;
      }) as [ExactSums, ExactSums];
      const total = [...left, ...right].reduce((sum, value) => sum + BigInt(value), 0n);
      one.merge(0, other.toData(0));
      expect(one.exact(0)).toBe(total);
      expect(one.number(0)).toBe(Number(total));
    }),
  );
});

test('rows that are appended keep the sums and carries of those before, and marks are not data', () => {
  const sums = new ExactSums(2, { rows: 1, marks: 1 });
  const first = sums.append();
  sums.add(first, 2 ** 52);
  sums.cells[first + 2] = 7;
  const second = sums.append();
  sums.add(second + 1, -5);
  expect([sums.exact(first), sums.exact(second + 1)]).toEqual([2n ** 52n, -5n]);
  expect(sums.toData(first)).toEqual({ low: [0, 0], carries: [1, 0] });
  expect(sums.toData(second)).toEqual({ low: [0, -5], carries: null });
});

test('rows of another shape are not mixed in', () => {
  const sums = new ExactSums(5);
  expect(() => sums.merge(sums.append(), { low: [1, 2], carries: null })).toThrow(RangeError);
});
