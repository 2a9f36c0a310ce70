import { expect, test } from 'vitest';
import { countText } from '../../src/figure/count.ts';
import { cpmColumn, cpmPrice, signedText, earnedColumn, earnedText } from '../../src/figure/money.ts';

test('a price in a sentence has its unit, and as many decimals as it needs', () => {
  expect(cpmPrice('2.500000')).toBe('2.50 CPM');
  expect(cpmPrice(2.352942)).toBe('2.352942 CPM');
});

test.for([
  [1.204, '+1.20'],
  [-0.35, '−0.35'],
  [0, '0.00'],
  [-0, '0.00'],
  [-0.004, '0.00'],
  [0.004, '0.00'],
  [-0.005_1, '−0.01'],
] as const)('a difference of %d is shown as %s in a column of two decimals', ([value, text]) => {
  expect(signedText(value, earnedColumn)).toBe(text);
});

test.for([
  [0.85, '0.85'],
  [12.3, '12.30'],
  [0.0042, '0.0042'],
  [-0.0042, '−0.0042'],
  [0, '0.00'],
] as const)(
  'what was earned, %d, is shown as %s: two decimals, more only where two would show nothing',
  ([value, text]) => {
    expect(earnedText(value)).toBe(text);
  },
);

test('no figure has the sign of a zero', () => {
  expect([earnedColumn(-0.004), cpmColumn(-0), earnedText(-0.000_01), countText(-0.4)]).toEqual([
    '0.00',
    '0.00',
    '0.0000',
    '0',
  ]);
});
