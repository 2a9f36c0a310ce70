import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { figuresIn, range, signed } from '@auction-tiers/figure';

const page = figuresIn('en-US');

test.for([
  ['a count', page.count(17_412), '17,412'],
  ['a short count', page.countShort(17_412), '17.4K'],
  ['a count that is short already', page.countShort(9999), '9,999'],
  ['one', page.counted(1, 'tier'), '1 tier'],
  ['many', page.counted(1200, 'tier'), '1,200 tiers'],
  ['another plural', page.counted(2, 'country', 'countries'), '2 countries'],
  ['a share', page.percent(0.3621), '36.2 %'],
  ['a share below zero', page.percent(-0.3621, 0), '−36 %'],
  ['a fee', page.percent(0.125, 0, 4), '12.5 %'],
  ['money', page.money(1234.5), '1,234.50'],
  ['little money', page.money(-0.0042), '−0.0042'],
  ['money too small to show', page.money(0.000_01), '0.00'],
  ['three significant digits', page.significant(12_345), '12,300'],
  ['little, to three significant digits', page.significant(0.000_000_012_34), '0.0000000123'],
  ['four significant digits', page.significant(-0.012_345, 4), '−0.01235'],
  ['a number on an axis', page.short(-1234), '−1.23K'],
  ['a share on an axis', page.shortPercent(0.5), '50 %'],
  ['much money on an axis', page.shortMoney('USD')(-1200), '−$1.2K'],
  ['cents on an axis', page.shortMoney('EUR')(0.1 + 0.2), '€0.30'],
  ['less than cents on an axis', page.shortMoney('USD')(0.002), '$0.002'],
  ['whole money on an axis', page.shortMoney('CHF')(12), 'CHF\u00a012'],
  ['no money on an axis', page.shortMoney('CAD')(0), 'CA$0'],
  ['whole money beside cents', page.shortMoney('USD')(1, [0, 0.8, 1, 1.2]), '$1.00'],
  ['no money beside cents', page.shortMoney('USD')(0, [0, 0.8, 1, 1.2]), '$0'],
  ['a small count beside a large one', page.countShort(9_628, [9_628, 11_000]), '9.6K'],
  ['a price', page.price(2.5), '2.50'],
  ['an exact price', page.price(2.352_942), '2.352942'],
  ['a loss', page.decimal(-0.351, 2), '−0.35'],
  ['a loss that is shown as zero', page.decimal(-0.004, 2), '0.00'],
  ['a gain', signed(1.204, page.money), '+1.20'],
  ['a gain that is shown as zero', signed(0.000_01, page.money), '0.00'],
  ['a range', range(-0.12, 0.5, page.money), '−0.12 to +0.50'],
])('%s is %s', ([, shown, text]) => {
  expect(shown).toBe(text);
});

test('on a terminal and in a file, a minus is a hyphen', () => {
  expect(figuresIn('en-US', { minus: '-' }).decimal(-1234.5, 2)).toBe('-1,234.50');
});

test('in a document, no line breaks between a figure and its unit', () => {
  const figures = figuresIn('en-US', { space: '\u00a0' });
  expect([figures.percent(0.5), figures.counted(2, 'day')]).toEqual(['50.0\u00a0%', '2\u00a0days']);
});

test.for([
  ['de-DE', '−1.234,50', '+1.234,50'],
  ['sv-SE', '−1\u00a0234,50', '+1\u00a0234,50'],
  ['fa-IR', '−۱٬۲۳۴٫۵۰', '+۱٬۲۳۴٫۵۰'],
] as const)('in %s the digits are those of the locale, and the signs are ours', ([locale, loss, gain]) => {
  const { money } = figuresIn(locale);
  expect([money(-1234.5), signed(1234.5, money), signed(0.000_01, money)]).toEqual([loss, gain, money(0)]);
});

test.for([
  [2_502_858, '2.51'],
  [2_352_942, '2.36'],
  [1_411_765, '1.42'],
  [2_500_000, '2.50'],
  [12_000, '0.012'],
  [1_000_001, '1.01'],
  [980_001, '0.981'],
  [1, '0.000001'],
  [0, '0.00'],
] as const)('of a condition, %d micros are shown as %s', ([micros, text]) => {
  expect(page.priceNeeded(micros)).toBe(text);
});

test('the highest price that can be bid is not passed by rounding up', () => {
  expect(page.priceNeeded(999_999_990_001, 999_999_999_999)).toBe('999,999.991');
  expect(page.priceNeeded(999_999_999_999, 999_999_999_999)).toBe('999,999.999999');
});

test('a price of a condition is never rounded down, and never by over 1 % up', () => {
  const [mostMicros, prices] = [999_999_999_999, fc.integer({ min: 1, max: 999_999_999_999 })];
  fc.assert(
    fc.property(fc.oneof(prices, fc.integer({ min: 1, max: 3_000_000 })), (micros) => {
      const shown = Math.round(Number(page.priceNeeded(micros, mostMicros).replaceAll(',', '')) * 1e6);
      expect(shown).toBeGreaterThanOrEqual(micros);
      expect(shown).toBeLessThanOrEqual(Math.min(mostMicros, micros * 1.01));
    }),
  );
});
