import { expect, test } from 'vitest';
import { exponential, logarithm, power } from '../src/exact-math.ts';

/** The engine's own functions are within a unit or so in the last place. */
const nearly = (value: number, wanted: number) => Math.abs(value - wanted) <= Math.abs(wanted) * 1e-14;

const manyArguments = Array.from({ length: 4001 }, (_, at) => (at - 2000) / 40);

test('the exponential is right from e^-50 to e^50', () => {
  for (const x of manyArguments) expect(nearly(exponential(x), Math.exp(x)), `${x}`).toBe(true);
});

test('the logarithm is right from 10^-12 to 10^12', () => {
  for (const x of manyArguments) {
    const value = 10 ** (x / 4);
    expect(Math.abs(logarithm(value) - Math.log(value)), `${value}`).toBeLessThan(
      1e-14 * (1 + Math.abs(Math.log(value))),
    );
  }
  expect(logarithm(1)).toBe(0);
});

test.for([
  [1, 3, 1],
  [2, -1, 0.5],
  [3, 1.2, 3 ** 1.2],
  [10_000, 0.8, 10_000 ** 0.8],
] as const)('%d to the %d', ([x, y, wanted]) => {
  expect(nearly(power(x, y), wanted)).toBe(true);
});

const bits = (value: number) => new BigUint64Array(Float64Array.of(value).buffer)[0]!.toString(16);

test('the bits are the same on every machine', () => {
  expect([exponential(1), exponential(-7.3), logarithm(3), logarithm(0.7), power(7, 1.2)].map(bits)).toEqual([
    '4005bf0a8b14576a',
    '3f4622d4792b6a8d',
    '3ff193ea7aad030b',
    'bfd6d3c324e13f4f',
    '4024a92bc7631570',
  ]);
});
