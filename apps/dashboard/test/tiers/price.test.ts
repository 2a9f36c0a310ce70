import { formatMoney, grossNeededMicros, maxPriceMicros, netMicros, parseMoney } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { grossNeededOf } from '../../src/figure/figures.ts';
import { scalePrice } from '../../src/room/tiers/row/price.ts';

const prices = fc.integer({ min: 0, max: maxPriceMicros }).map(formatMoney);
const percents = fc.integer({ min: -100_000_000, max: 100_000_000 }).map((micros) => {
  const text = formatMoney(Math.abs(micros));
  return micros < 0 ? `-${text}` : text;
});

test.for([
  ['2.000000', '10', '2.200000'],
  ['2.000000', '2,5', '2.050000'],
  ['0.290000', '10', '0.320000'],
  ['1.005000', '-10', '0.900000'],
  ['2.170000', '-7.5', '2.010000'],
  ['0.000001', '50', '0.000002'],
  ['0.000001', '49', '0.000001'],
  ['4.000000', '-100', '0.000000'],
  ['3.330000', '0.5', '3.350000'],
] as const)('%s by %s %% is %s', ([price, percent, expected]) => {
  expect(scalePrice(price, percent)).toEqual({ ok: true, price: expected });
});

test('a price by so many per cent is exact to the cent, below half a cent to the micro, or refused in words', () => {
  fc.assert(
    fc.property(prices, percents, (price, percent) => {
      const scaled = scalePrice(price, percent);
      const micros = BigInt(price.replace('.', ''));
      const factor = 100_000_000n + BigInt(percent.replace('.', ''));
      const toStep = (step: bigint) => ((micros * factor * 2n + 100_000_000n * step) / (200_000_000n * step)) * step;
      const exact = toStep(toStep(10_000n) === 0n ? 1n : 10_000n);
      if (!scaled.ok) {
        expect(exact).toBeGreaterThan(BigInt(maxPriceMicros));
        expect(scaled.problem).not.toContain('NaN');
      } else {
        expect(BigInt(scaled.price.replace('.', ''))).toBe(exact);
        expect(parseMoney(scaled.price).ok).toBe(true);
      }
    }),
  );
});

test.for(['', 'ten', '1e3x', '--5', '-100.000001', '0.0000001', 'NaN', '2,500', '1.234,5'])(
  '"%s" is no per cent',
  (percent) => {
    expect(scalePrice('2.000000', percent).ok).toBe(false);
  },
);

test('the gross price that is needed is the smallest whose net reaches the minimum', () => {
  fc.assert(
    fc.property(prices, fc.integer({ min: 0, max: 500_000 }), (price, feePpm) => {
      const micros = Number(price.replace('.', ''));
      const gross = grossNeededMicros(micros, feePpm);
      expect(grossNeededOf(price, feePpm)).toBe(gross > maxPriceMicros ? Infinity : gross);
      expect(netMicros(gross, feePpm)).toBeGreaterThanOrEqual(micros);
      if (gross > 0) expect(netMicros(gross - 1, feePpm)).toBeLessThan(micros);
    }),
  );
});

test('without a minimum no gross price is needed', () => {
  expect(grossNeededOf(null, 150_000)).toBe(null);
});
