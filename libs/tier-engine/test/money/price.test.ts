import { grossNeededMicros, maxPriceMicros, netMicros, parseBid, parseFloor } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../fixture/runs.ts';

interface Rational {
  readonly over: bigint;
  readonly under: bigint;
}

/** The exact value of a decimal text without a sign. */
function exactly(text: string): Rational {
  const [mantissa = '', exponent = '0'] = text.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = BigInt(exponent) - BigInt(fraction.length);
  const digits = BigInt(whole + fraction);
  return power < 0n ? { over: digits, under: 10n ** -power } : { over: digits * 10n ** power, under: 1n };
}

/** 4 units in the last place of a double: the distance of its neighbours, found by stepping to the next one. */
function noiseOf(nearest: number): Rational {
  const cell = new BigUint64Array(new Float64Array([nearest]).buffer);
  cell[0]! += 1n;
  const ulp = new Float64Array(cell.buffer)[0]! - nearest;
  return { over: 4n, under: BigInt(1 / ulp) };
}

const isWithin = (distance: bigint, under: bigint, noise: Rational) => distance * noise.under <= noise.over * under;

/** The rule in whole numbers without a bound; undefined: above the highest price. */
function readExactly(text: string, direction: 'bid' | 'floor'): number | undefined {
  const { over, under } = exactly(text);
  const nearest = Number(text);
  const below = (over * 1_000_000n) / under;
  const rest = over * 1_000_000n - below * under;
  // Of less than 2^-20 no whole micro but 0 is near, and its noise is not 1 / a whole number.
  const isNear = (distance: bigint) => nearest > 2 ** -20 && isWithin(distance, under * 1_000_000n, noiseOf(nearest));
  const isLower = rest === 0n || (direction === 'bid' ? isNear(rest) : !isNear(under - rest));
  const micros = Number(isLower ? below : below + 1n);
  return micros > maxPriceMicros ? undefined : micros;
}

const read = (value: string | number, direction: 'bid' | 'floor') => {
  const result = direction === 'bid' ? parseBid(value) : parseFloor(value);
  return result.ok ? result.micros : undefined;
};

const nextDouble = (from: number, steps: number): number => {
  const cell = new BigInt64Array(new Float64Array([from]).buffer);
  cell[0]! += BigInt(steps);
  return new Float64Array(cell.buffer)[0]!;
};

const micro = fc.oneof(
  fc.integer({ min: 1, max: 50_000_000 }),
  fc.integer({ min: 1, max: maxPriceMicros }),
  fc.constantFrom(1, 2, 250_000, 500_000, 1_000_000, 1_048_576, 4_000_000, maxPriceMicros - 1, maxPriceMicros),
);
/** Doubles on and a few steps beside a whole micro. */
const nearMicro = fc
  .tuple(micro, fc.integer({ min: -8, max: 8 }))
  .map(([micros, steps]) => nextDouble(micros / 1_000_000, steps));
const anyDouble = fc.double({ min: 0, max: 1_000_001, noNaN: true });
const finePrice = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.stringMatching(/^\d{1,40}$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`);
/** Digits far behind those of a double, on either side of a micro and of the bound of the noise. */
const longText = fc
  .tuple(
    fc.integer({ min: 0, max: 900_000 }),
    fc.stringMatching(/^\d{6}$/),
    fc.integer({ min: 0, max: 12 }),
    fc.stringMatching(/^\d{1,30}$/),
  )
  .chain(([whole, micros, fill, digits]) =>
    fc.constantFrom('0', '9').map((digit) => `${whole}.${micros}${digit.repeat(fill)}${digits}`),
  );

describe.for(['bid', 'floor'] as const)('a %s', (direction) => {
  test('is read as exact arithmetic reads it, as a number and as its text', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.oneof(nearMicro, anyDouble), (price) => {
        const text = JSON.stringify(price);
        const expected = readExactly(text, direction);
        expect(read(price, direction)).toBe(expected);
        expect(read(text, direction)).toBe(expected);
        const rounded = expected === undefined ? 'refused' : Math.sign(expected - price * 1_000_000);
        seen.set(String(rounded), (seen.get(String(rounded)) ?? 0) + 1);
      }),
      { numRuns: runs(20_000) },
    );
    expect([...seen.keys()].toSorted()).toEqual(['-1', '0', '1', 'refused']);
  });

  test('of more digits than a double is read by its exact value', () => {
    fc.assert(
      fc.property(fc.oneof(finePrice, longText), (text) => {
        expect(read(text, direction)).toBe(readExactly(text, direction));
      }),
      { numRuns: runs(30_000) },
    );
  });
});

test.for([
  { price: 0.1 + 0.2, bid: 300_000, floor: 300_000, what: 'the noise of a sum' },
  { price: 0.7 + 0.1, bid: 800_000, floor: 800_000, what: 'noise below' },
  { price: 2 / 0.85, bid: 2_352_942, floor: 2_352_941, what: 'a minimum of 2.00 at 15 %' },
  { price: '2.352941000000001', bid: 2_352_941, floor: 2_352_941, what: 'two ulp above' },
  { price: '2.352941000000002', bid: 2_352_942, floor: 2_352_941, what: 'five ulp above' },
  { price: '2.352940999999999', bid: 2_352_941, floor: 2_352_941, what: 'two ulp below' },
  { price: '2.352940999999998', bid: 2_352_941, floor: 2_352_940, what: 'five ulp below' },
  { price: '2.3529410000000000000000000000001', bid: 2_352_941, floor: 2_352_941, what: 'less than any noise' },
  { price: 2.0000005, bid: 2_000_001, floor: 2_000_000, what: 'half a micro' },
  { price: 1e-7, bid: 1, floor: 0, what: 'less than a micro' },
  { price: '9e-999999999999999999999', bid: 1, floor: 0, what: 'a price next to nothing' },
  { price: Number.MIN_VALUE, bid: 1, floor: 0, what: 'the least double' },
  { price: '999999.9999994', bid: undefined, floor: maxPriceMicros, what: 'above the highest price' },
  { price: '999999.9999990001', bid: maxPriceMicros, floor: maxPriceMicros, what: 'the highest price but for noise' },
])('$price, $what, is the bid $bid and the floor $floor', ({ price, bid, floor }) => {
  expect([read(price, 'bid'), read(price, 'floor')]).toEqual([bid, floor]);
});

const qualifies = (price: number, minMicros: number, feePpm: number) =>
  netMicros(read(price, 'bid')!, feePpm) >= minMicros;

describe('a bid of min / (1 - fee), computed in doubles,', () => {
  test.for([0, 5, 10, 12.5, 15, 17.5, 20, 30, 33.3333])(
    'reaches every minimum from 0.01 to 20.00 at a fee of %d per cent',
    (percent) => {
      const feePpm = Math.round(percent * 10_000);
      for (let cents = 1; cents <= 2000; cents++) {
        const min = cents / 100;
        const needed = grossNeededMicros(cents * 10_000, feePpm);
        expect([min, qualifies(min / (1 - percent / 100), cents * 10_000, feePpm)]).toEqual([min, true]);
        expect([min, qualifies(needed / 1_000_000, cents * 10_000, feePpm)]).toEqual([min, true]);
        expect([min, qualifies((needed - 1) / 1_000_000, cents * 10_000, feePpm)]).toEqual([min, false]);
      }
    },
  );

  test('reaches every minimum at every fee, up to a price of 1,000', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 999_999 }),
        (micros, feePpm) => {
          const price = micros / 1_000_000 / (1 - feePpm / 10_000 / 100);
          fc.pre(price <= 1000);
          expect(qualifies(price, micros, feePpm)).toBe(true);
        },
      ),
      { numRuns: runs(30_000), maxSkipsPerRun: 1000 },
    );
  });
});
