import { expect, test } from 'vitest';
import { moneyCellFor, signedCell } from '../../src/figure/table.ts';
import { counted, fileList, percent } from '../../src/figure/text.ts';

test('what is little is not said to be nothing, and what is nearly all is not said to be all', () => {
  const shares = [0, 0.000_01, 0.0001, 0.136_65, 0.9999, 0.999_99, 1];
  expect(shares.map(percent)).toEqual(['0.00 %', '<0.01 %', '0.01 %', '13.67 %', '99.99 %', '>99.99 %', '100.00 %']);
});

test('one is one, and many are many', () => {
  expect([0, 1, 2000].map((value) => counted(value, 'auction'))).toEqual(['0 auctions', '1 auction', '2,000 auctions']);
});

test('of many files the first are named, and the others counted', () => {
  const files = Array.from({ length: 1007 }, (_, at) => `${at}`);
  expect([files.slice(0, 1), files.slice(0, 5), files].map(fileList)).toEqual([
    '0',
    '0, 1, 2, 3, 4',
    '0, 1, 2, 3, 4 and 1,002 more',
  ]);
});

test('amounts of one table have the same digits, and what rounds to nothing has no sign', () => {
  const [small, large] = [moneyCellFor(['1.500000000', '0.000001000']), moneyCellFor(['-100.000000000'])];
  expect([small('1.500000000'), small('-0.000000400'), large('-0.004'), large('-1234.5')]).toEqual([
    '1.500000',
    '0.000000',
    '0.00',
    '-1,234.50',
  ]);
  expect(['1.50', '-1.50', '0.00', '-0.00', '-0.00 %', '0.20 %'].map(signedCell)).toEqual([
    '+1.50',
    '-1.50',
    '0.00',
    '0.00',
    '0.00 %',
    '+0.20 %',
  ]);
});
