import {
  formatDifference,
  formatEarned,
  formatMoney,
  maxPriceMicros,
  microsToNumber,
  parseBid,
  parseFloor,
  parseMoney,
} from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../fixture/runs.ts';

/** [what is written, its micros] */
const wholeMicros: [string | number, number][] = [
  ['0', 0],
  [0, 0],
  [-0, 0],
  ['2', 2_000_000],
  ['2.00', 2_000_000],
  ['2.000000', 2_000_000],
  [2.5, 2_500_000],
  [0.29, 290_000],
  [1.1, 1_100_000],
  ['0.000001', 1],
  [0.000001, 1],
  [1e-6, 1],
  ['1e-6', 1],
  ['1e2', 100_000_000],
  ['1E+2', 100_000_000],
  ['1.5e-3', 1500],
  ['0.0000001e1', 1],
  ['12345678900000e-10', 1_234_567_890],
  ['0e999999999999', 0],
  ['0.0e-7', 0],
  [999_999.999999, 999_999_999_999],
  ['999999.999999', 999_999_999_999],
  ['9.99999999999e5', 999_999_999_999],
];

/** [what is written, a part of the problem], refused for a minimum and for a bid alike. */
const neverMoney: [string | number, string][] = [
  ['', 'not a decimal number'],
  [' ', 'not a decimal number'],
  [' 2', 'not a decimal number'],
  ['2 ', 'not a decimal number'],
  ['2\n', 'not a decimal number'],
  ['+2', 'not a decimal number'],
  ['.5', 'not a decimal number'],
  ['5.', 'not a decimal number'],
  ['02', 'not a decimal number'],
  ['1,5', 'not a decimal number'],
  ['1_000', 'not a decimal number'],
  ['0x10', 'not a decimal number'],
  ['0b1', 'not a decimal number'],
  ['1e', 'not a decimal number'],
  ['1e1.5', 'not a decimal number'],
  ['$2', 'not a decimal number'],
  ['٢', 'not a decimal number'],
  ['NaN', 'not a decimal number'],
  ['Infinity', 'not a decimal number'],
  [Number.NaN, 'NaN is not a decimal number'],
  [Number.POSITIVE_INFINITY, 'Infinity is not a decimal number'],
  [Number.NEGATIVE_INFINITY, 'is negative'],
  [-1, '-1 is negative'],
  ['-1', '"-1" is negative'],
  ['-0', 'is negative'],
  [-1e-9, 'is negative'],
  [1_000_000, '1000000 is too large'],
  ['1000000', '"1000000" is too large'],
  ['1000000.000000', 'is too large'],
  ['1e6', 'is too large'],
  [1e21, '1e+21 is too large'],
  ['1e999999999999999999999', 'is too large'],
  [Number.MAX_VALUE, 'is too large'],
];

const finerThanMicros: (string | number)[] = [
  '2.0000001',
  '2.0000000',
  0.1 + 0.2,
  1e-7,
  '1e-7',
  '1e-999999999999999999999',
  '1.0000005e0',
  Number.MIN_VALUE,
  999_999.9999994,
];

describe('a min_price', () => {
  test.for(wholeMicros)('%j is %d micros', ([value, micros]) => {
    expect(parseMoney(value)).toEqual({ ok: true, micros });
  });

  test.for(neverMoney)('%j is refused: %s', ([value, problem]) => {
    const result = parseMoney(value);
    expect(result).toEqual({ ok: false, problem: expect.stringContaining(problem) });
    expect(result).toEqual({ ok: false, problem: expect.stringMatching(/\b0\b.*\b999999\.999999\b.*\b6\b/) });
  });

  test.for(finerThanMicros)('%j is finer than a micro, and never rounded', (value) => {
    expect(parseMoney(value)).toEqual({ ok: false, problem: expect.stringContaining('finer than 6 decimals') });
  });

  test('a problem shows the beginning of a long value only', () => {
    const result = parseMoney('x'.repeat(100_000));
    expect(result.ok ? '' : result.problem).toMatch(/^"x{40}\.\.\." /);
  });
});

describe.for([
  ['bid', parseBid],
  ['floor', parseFloor],
] as const)('a %s', ([, parse]) => {
  test.for(wholeMicros)('%j is %d micros', ([value, micros]) => {
    expect(parse(value)).toEqual({ ok: true, micros });
  });

  test.for(neverMoney)('%j is refused: %s', ([value, problem]) => {
    expect(parse(value)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });
});

describe('micros', () => {
  const legal = fc.integer({ min: 0, max: maxPriceMicros });

  test.for([
    [0, '0.000000'],
    [1, '0.000001'],
    [2_000_000, '2.000000'],
    [2_352_942, '2.352942'],
    [999_999_999_999, '999999.999999'],
    [Number.MAX_SAFE_INTEGER, '9007199254.740991'],
  ] as const)('%d are written %s', ([micros, text]) => {
    expect(formatMoney(micros)).toBe(text);
  });

  test('are the same again after they were written as text or as a number', () => {
    fc.assert(
      fc.property(legal, (micros) => {
        expect(parseMoney(formatMoney(micros))).toEqual({ ok: true, micros });
        expect(parseMoney(microsToNumber(micros))).toEqual({ ok: true, micros });
        expect(parseBid(JSON.stringify(microsToNumber(micros)))).toEqual({ ok: true, micros });
        expect(parseFloor(JSON.stringify(microsToNumber(micros)))).toEqual({ ok: true, micros });
      }),
      { numRuns: runs(5000) },
    );
  });

  test('are written as a number the way one would', () => {
    expect([2_500_000, 290_000, 1, 999_999_999_999].map(microsToNumber)).toEqual([2.5, 0.29, 0.000001, 999_999.999999]);
  });

  test.for([
    [-1, '-0.000001'],
    [-2_352_942, '-2.352942'],
    [0, '0.000000'],
    [1_500_000, '1.500000'],
  ] as const)('%d as a difference are written %s', ([micros, text]) => {
    expect(formatDifference(micros)).toBe(text);
  });

  test.for([
    [0, '0.000000000'],
    [1, '0.000000001'],
    // Three wins of 2.50 CPM, of which a fee of 15 % is taken.
    [3 * 2_125_000, '0.006375000'],
    [-400_000, '-0.000400000'],
    [-0, '0.000000000'],
    [2n ** 80n, '1208925819614629.174706176'],
    [-(2n ** 80n), '-1208925819614629.174706176'],
  ] as const)('a sum of CPM prices of %s micros earns %s', ([micros, text]) => {
    expect(formatEarned(micros)).toBe(text);
  });

  test.for([0.5, Number.NaN, Number.NEGATIVE_INFINITY])('%d is no sum of micros', (micros) => {
    expect(() => formatEarned(micros)).toThrow(RangeError);
  });

  test.for([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d cannot be written as money', (micros) => {
    expect(() => formatMoney(micros)).toThrow(RangeError);
  });
});

test('no text of any kind makes parsing throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.double()), (value) => {
      expect(typeof parseMoney(value).ok).toBe('boolean');
      expect(typeof parseBid(value).ok).toBe('boolean');
      expect(typeof parseFloor(value).ok).toBe('boolean');
    }),
    { numRuns: runs(3000) },
  );
});
