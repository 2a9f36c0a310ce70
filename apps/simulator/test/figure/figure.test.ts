import { expect, test } from 'vitest';
import { cpm, moneyFormat, percent as pagePercent, signedCount, signedPerCent } from '../../src/figure/page.ts';
import { moneyCellFor, signedCell } from '../../src/figure/table.ts';
import { counted, fileList, percent, signedMoney } from '../../src/figure/text.ts';

test('only 0 is shown as 0.00 %, and only 1 as 100.00 %', () => {
  const parts = [0, 0.000_01, 0.0001, 0.136_65, 0.9999, 0.999_99, 1];
  expect(parts.map(percent)).toEqual(['0.00 %', '<0.01 %', '0.01 %', '13.67 %', '99.99 %', '>99.99 %', '100.00 %']);
});

test('a noun after a number is in the plural, but after 1', () => {
  expect([0, 1, 2000].map((value) => counted(value, 'auction'))).toEqual(['0 auctions', '1 auction', '2,000 auctions']);
});

test('of many files the first five are named and the others counted', () => {
  const files = Array.from({ length: 1007 }, (_, at) => `${at}`);
  expect([files.slice(0, 1), files.slice(0, 5), files].map(fileList)).toEqual([
    '0',
    '0, 1, 2, 3, 4',
    '0, 1, 2, 3, 4 and 1,002 more',
  ]);
});

test('amounts of one table have the same digits, and an amount that rounds to 0 has no sign', () => {
  const [small, large] = [moneyCellFor(['1.500000000', '0.000001000']), moneyCellFor(['-100.000000000'])];
  expect([small('1.500000000'), small('-0.000000400'), large('-0.004'), large('-1234.5')]).toEqual([
    '1.500000',
    '0.000000',
    '0.00',
    '-1,234.50',
  ]);
  expect(['1.5', '-1.5', '0.004', '-0.004', '0'].map(signedMoney)).toEqual(['+1.50', '−1.50', '0.00', '0.00', '0.00']);
  expect(['1.50', '-1.50', '0.00', '-0.00', '-0.00 %', '0.20 %'].map(signedCell)).toEqual([
    '+1.50',
    '-1.50',
    '0.00',
    '0.00',
    '0.00 %',
    '+0.20 %',
  ]);
});

test.for([
  { amounts: ['201.794748221', '-1.5'], plain: ['$201.79', '−$1.50'], signed: ['+$201.79', '−$1.50'] },
  { amounts: ['0.002800000', '0.000000000'], plain: ['$0.00280', '$0.00000'], signed: ['+$0.00280', '$0.00000'] },
  { amounts: ['-0.000000001', '500.000000000'], plain: ['$0.00', '$500.00'], signed: ['$0.00', '+$500.00'] },
  { amounts: ['1234567.891000000', '3.000000000'], plain: ['$1,234,568', '$3'], signed: ['+$1,234,568', '+$3'] },
  { amounts: ['0.000000000'], plain: ['$0.00'], signed: ['$0.00'] },
])('the amounts $amounts of a column have the same decimals', ({ amounts, plain, signed }) => {
  const format = moneyFormat(amounts, 'USD');
  expect(amounts.map(format.plain)).toEqual(plain);
  expect(amounts.map(format.signed)).toEqual(signed);
});

test.for([
  ['EUR', '−€1.50', '€2.50\u00a0CPM'],
  ['CAD', '−CA$1.50', 'CA$2.50\u00a0CPM'],
  ['CHF', '−CHF\u00a01.50', 'CHF\u00a02.50\u00a0CPM'],
] as const)('amounts of %s have its mark', ([currency, amount, price]) => {
  expect(moneyFormat(['-1.500000000'], currency).plain('-1.500000000')).toBe(amount);
  expect(cpm(2.5, currency)).toBe(price);
});

test('figures of a page have signs and units', () => {
  expect([1234, 0, -5].map(signedCount)).toEqual(['+1,234', '0', '−5']);
  expect([0.13665, 0, 0.00001, 1].map(pagePercent)).toEqual([
    '13.67\u00a0%',
    '0.00\u00a0%',
    '<0.01\u00a0%',
    '100.00\u00a0%',
  ]);
  expect([0.9999, 0.99999].map(pagePercent)).toEqual(['99.99\u00a0%', '>99.99\u00a0%']);
  expect([2.5, -0.001, -3].map(signedPerCent)).toEqual(['+2.50\u00a0%', '0.00\u00a0%', '−3.00\u00a0%']);
  expect([2.5, 4.705883, 0.000001].map((price) => cpm(price, 'USD'))).toEqual([
    '$2.50\u00a0CPM',
    '$4.705883\u00a0CPM',
    '$0.000001\u00a0CPM',
  ]);
});
