import {
  formatFee,
  grossNeededMicros,
  maxPriceMicros,
  microsToNumber,
  netMicros,
  parseFee,
  toFeePpm,
} from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../fixture/runs.ts';

const gross = fc.oneof(
  fc.integer({ min: 0, max: maxPriceMicros }),
  fc.integer({ min: 0, max: 3_000_000 }),
  fc.constantFrom(0, 1, 999_999, 1_000_000, maxPriceMicros - 1, maxPriceMicros),
);
const fee = fc.oneof(fc.integer({ min: 0, max: 999_999 }), fc.constantFrom(0, 1, 150_000, 999_998, 999_999));

describe('a fee', () => {
  test.for([
    [0, 0],
    ['0', 0],
    [15, 150_000],
    ['15.00', 150_000],
    [0.0001, 1],
    ['1e1', 100_000],
    [33.3333, 333_333],
    [99.9999, 999_999],
  ] as const)('of %j per cent is %d parts per million', ([percent, feePpm]) => {
    expect(parseFee(percent)).toEqual({ ok: true, feePpm });
  });

  test.for([
    [100, 'too large'],
    ['100.0000', 'too large'],
    [150, 'too large'],
    [-1, 'is negative'],
    [15.00001, 'finer than 4 decimals'],
    ['15.00000', 'finer than 4 decimals'],
    [Number.NaN, 'not a decimal number'],
    ['15%', 'not a decimal number'],
    ['', 'not a decimal number'],
  ] as const)('of %j is refused: %s', ([percent, problem]) => {
    const result = parseFee(percent);
    expect(result).toEqual({ ok: false, problem: expect.stringContaining(problem) });
    expect(result).toEqual({ ok: false, problem: expect.stringMatching(/\b0\b.*\b100\b.*\b4\b/) });
  });

  test('is the same again after it was written', () => {
    fc.assert(
      fc.property(fee, (feePpm) => {
        expect(parseFee(formatFee(feePpm))).toEqual({ ok: true, feePpm });
        expect(toFeePpm(formatFee(feePpm))).toBe(feePpm);
      }),
    );
  });

  test.for([-0.0001, 15.00001, 100, Number.NaN])('of %d is no stored fee', (percentage) => {
    expect(() => toFeePpm(percentage)).toThrow(RangeError);
  });
});

describe('the net price', () => {
  test.for([
    [2_000_000, 150_000, 1_700_000],
    [2_352_941, 150_000, 1_999_999],
    [2_352_942, 150_000, 2_000_000],
    [1, 1, 0],
    [1, 0, 1],
    [999_999_999_999, 0, 999_999_999_999],
    [999_999_999_999, 999_999, 999_999],
  ] as const)('of %d at a fee of %d ppm is %d', ([grossMicros, feePpm, net]) => {
    expect(netMicros(grossMicros, feePpm)).toBe(net);
  });

  test('is exact for every legal price and fee', () => {
    fc.assert(
      fc.property(gross, fee, (grossMicros, feePpm) => {
        const exact = (BigInt(grossMicros) * BigInt(1_000_000 - feePpm)) / 1_000_000n;
        expect(BigInt(netMicros(grossMicros, feePpm))).toBe(exact);
      }),
      { numRuns: runs(30_000) },
    );
  });
});

describe('the gross price that is needed', () => {
  test('is 2.352942 for a min_price of 2.00 at 15 %', () => {
    expect(microsToNumber(grossNeededMicros(2_000_000, 150_000))).toBe(2.352942);
  });

  test('is the smallest whose net is enough', () => {
    fc.assert(
      fc.property(gross, fee, (wanted, feePpm) => {
        const kept = BigInt(1_000_000 - feePpm);
        const exact = (BigInt(wanted) * 1_000_000n + kept - 1n) / kept;
        const needed = grossNeededMicros(wanted, feePpm);
        if (exact > BigInt(Number.MAX_SAFE_INTEGER)) {
          expect(needed).toBe(Infinity);
          return;
        }
        expect(BigInt(needed)).toBe(exact);
        expect(netMicros(needed, feePpm)).toBeGreaterThanOrEqual(wanted);
        if (needed > 0) expect(netMicros(needed - 1, feePpm)).toBeLessThan(wanted);
      }),
      { numRuns: runs(30_000) },
    );
  });

  test('is never more than the price that gave the net', () => {
    fc.assert(
      fc.property(gross, fee, (grossMicros, feePpm) => {
        expect(grossNeededMicros(netMicros(grossMicros, feePpm), feePpm)).toBeLessThanOrEqual(grossMicros);
      }),
    );
  });
});
