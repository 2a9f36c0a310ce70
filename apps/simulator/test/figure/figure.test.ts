import { expect, test } from 'vitest';
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

test('an amount that rounds to 0 has no sign', () => {
  expect(['1.5', '-1.5', '0.004', '-0.004', '0'].map(signedMoney)).toEqual(['+1.50', '−1.50', '0.00', '0.00', '0.00']);
});
