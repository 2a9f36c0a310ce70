import { maxPriceMicros } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Figures } from '../../src/kit/figures.ts';

test('a sum of top prices is exact beyond 2^53', () => {
  const figures = new Figures(0, 1);
  const row = figures.append();
  for (let auction = 0; auction < 100_000; auction++) figures.add(row, 0, maxPriceMicros);
  expect(figures.sumAt(row, 0)).toBe(BigInt(maxPriceMicros) * 100_000n);
  expect(figures.sumAt(row, 0) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
});

test('equal sums are equal data, however they were added up', () => {
  const amount = fc.integer({ min: 0, max: 1000 * maxPriceMicros });
  fc.assert(
    fc.property(fc.array(fc.array(amount, { maxLength: 20 }), { maxLength: 5 }), (parts) => {
      const whole = new Figures(1, 2);
      const wholeRow = whole.append();
      const merged = new Figures(1, 2);
      const mergedRow = merged.append();
      for (const part of parts) {
        const figures = new Figures(1, 2);
        const row = figures.append();
        for (const micros of part) {
          figures.add(row, 1, micros);
          whole.add(wholeRow, 1, micros);
        }
        merged.merge(mergedRow, figures.toData(row));
      }
      expect(merged.toData(mergedRow)).toEqual(whole.toData(wholeRow));
      expect(merged.sumAt(mergedRow, 1)).toBe(parts.flat().reduce((sum, micros) => sum + BigInt(micros), 0n));
    }),
  );
});

test('rows of another shape are not mixed in', () => {
  const figures = new Figures(1, 2);
  expect(() => figures.merge(figures.append(), [1, 2])).toThrow('A row of figures has 2 cells; allowed are 5.');
});
