import { expect, onTestFinished, test } from 'vitest';
import { countText } from '../../src/figure/count.ts';
import { cpmColumn, cpmPrice, earnedColumn, earnedText, showCurrency, signedText } from '../../src/figure/figures.ts';
import { fieldLabel } from '../../src/saying/field-label.ts';
import { plainWords } from '../../src/saying/plain-words.ts';

test('a price in a sentence has its unit, and as many decimals as it needs', () => {
  expect(cpmPrice('2.500000')).toBe('2.50 USD CPM');
  expect(cpmPrice(2.352942)).toBe('2.352942 USD CPM');
});

test('prices of a seller in EUR are named EUR, in figures, labels and what the service says', () => {
  showCurrency('EUR');
  onTestFinished(() => showCurrency('USD'));
  expect(cpmPrice(2.5)).toBe('2.50 EUR CPM');
  expect(fieldLabel('min_price')).toBe('Net minimum (EUR CPM)');
  expect(plainWords('min_price of tier 7 Gold')).toBe('net minimum (EUR CPM) of tier Gold');
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
    '0.00',
    '0',
  ]);
});
