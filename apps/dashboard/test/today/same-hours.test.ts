import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clockOf,
  type HoursOfDay,
  hoursByDay,
  meanShares,
  partOfDay,
  sharesOf,
} from '../../src/room/today/reckon/same-hours.ts';
import { addUp, noSums, type Sums } from '../../src/room/today/reckon/sums.ts';

const sums = fc.record({
  auctions: fc.integer({ min: 0, max: 10_000 }),
  sold: fc.integer({ min: 0, max: 10_000 }),
  net: fc.float({ min: 0, max: 1000, noNaN: true }),
  forgone: fc.float({ min: 0, max: 1000, noNaN: true }),
});
const hoursOfDay: fc.Arbitrary<HoursOfDay> = fc.array(sums, { minLength: 24, maxLength: 24 });
const untils = fc.float({ min: 0, max: 24, noNaN: true });

const dayOfNet = (net: number): Sums => ({ auctions: 100, sold: 90, net, forgone: 1 });

test('a day up to a full hour has the sums of the hours before it', () => {
  fc.assert(
    fc.property(hoursOfDay, fc.integer({ min: 0, max: 24 }), (hours, until) => {
      const [part, before] = [partOfDay(addUp(hours), sharesOf(hours, until)), addUp(hours.slice(0, until))];
      for (const name of ['auctions', 'sold', 'net', 'forgone'] as const) {
        expect(part?.[name]).toBeCloseTo(before[name], 4);
      }
    }),
  );
});

test('shares grow with the clock, from nothing to all', () => {
  fc.assert(
    fc.property(hoursOfDay, untils, untils, (hours, one, other) => {
      const [early, late] = [sharesOf(hours, Math.min(one, other)).net, sharesOf(hours, Math.max(one, other)).net];
      if (early === null || late === null) return;
      expect(early).toBeLessThanOrEqual(late + 1e-9);
      expect(sharesOf(hours, 24).net).toBeCloseTo(1, 9);
    }),
  );
});

test('the mean of shares lies between those of the days, and a day without auctions has none', () => {
  fc.assert(
    fc.property(fc.array(hoursOfDay, { minLength: 1, maxLength: 7 }), untils, (days, until) => {
      const known = days.map((hours) => sharesOf(hours, until).net).filter((share) => share !== null);
      const mean = meanShares(days, until).net;
      if (known.length === 0) return expect(mean).toBeNull();
      expect(mean).toBeGreaterThanOrEqual(Math.min(...known) - 1e-9);
      expect(mean).toBeLessThanOrEqual(Math.max(...known) + 1e-9);
    }),
  );
  expect(meanShares([Array.from({ length: 24 }, () => noSums)], 12).net).toBeNull();
});

test('hours are those of the clock of the zone, also where it is changed', () => {
  const hourMs = 3_600_000;
  const startMs = Date.UTC(2026, 10, 1, 4);
  const hours = Array.from({ length: 25 }, (_, at) => ({ startsAtMs: startMs + at * hourMs, sums: dayOfNet(1) }));
  const days = hoursByDay(hours, 'America/New_York');
  expect([...days.keys()]).toEqual(['2026-11-01']);
  // The hour from one to two comes twice.
  expect(days.get('2026-11-01')!.map(({ net }) => net)).toEqual([1, 2, ...Array.from({ length: 22 }, () => 1)]);
});

test.for([
  ['2026-11-22T19:05:00Z', 'America/New_York', 14 + 5 / 60],
  ['2026-11-22T19:05:00Z', 'Asia/Kolkata', 35 / 60],
  ['2026-11-22T19:05:00Z', 'Asia/Kathmandu', 50 / 60],
] as const)('at %s the clock of %s shows %f', ([moment, zone, hours]) => {
  expect(clockOf(Date.parse(moment), zone)).toBeCloseTo(hours, 9);
});
