import { tierResource } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { problemsOf } from '../fixture/problem.ts';

test.for([
  ['2', '2.000000'],
  ['2.00', '2.000000'],
  ['0', '0.000000'],
  ['0.000001', '0.000001'],
  ['314159.00', '314159.000000'],
  ['999999.999999', '999999.999999'],
  ['1e2', '100.000000'],
  ['1e-6', '0.000001'],
  [2, '2.000000'],
  [2.5, '2.500000'],
  [0.29, '0.290000'],
  [0, '0.000000'],
  [-0, '0.000000'],
  [1e-6, '0.000001'],
  [999_999.999999, '999999.999999'],
  [null, null],
] as const)('a min_price of %j is stored as %j', ([sent, stored]) => {
  expect(tierResource.Update.parse({ min_price: sent })).toStrictEqual({ min_price: stored });
});

test.for([
  ['2.0000001', '2.0000001'],
  ['2.0000000', 'at most 6 decimals'],
  ['1e-7', 'finer than 6 decimals'],
  [1e-7, '1e-7 is finer than 6 decimals'],
  [0.1 + 0.2, '0.30000000000000004 is finer than 6 decimals'],
  ['-1', '"-1" is negative'],
  [-0.01, '-0.01 is negative'],
  ['1000000', '"1000000" is too large'],
  [1_000_000, '1000000 is too large'],
  [999_999.9999999, 'allowed'],
  ['', '"" is not a decimal number'],
  [' 2', '" 2" is not a decimal number'],
  ['+2', '"+2" is not a decimal number'],
  ['.5', '".5" is not a decimal number'],
  ['2.', '"2." is not a decimal number'],
  ['0x10', '"0x10" is not a decimal number'],
  ['1,5', '"1,5" is not a decimal number'],
  ['٣', '"٣" is not a decimal number'],
  ['NaN', '"NaN" is not a decimal number'],
  ['Infinity', '"Infinity" is not a decimal number'],
  [NaN, 'is NaN'],
  [Infinity, 'is Infinity'],
  [true, 'is true'],
  [['2'], 'is an array of 1'],
  [{ price: 2 }, 'is an object'],
] as const)('a min_price of %j is refused, saying: %s', ([sent, seen]) => {
  const problems = problemsOf(tierResource.Update, { min_price: sent });
  expect(problems).toStrictEqual([{ path: 'min_price', message: expect.stringContaining(seen) }]);
  expect(problems[0]?.message).toContain('allowed');
});
