import { addDays } from '@auction-tiers/calendar';
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
import { addUp, mapSums, noSums, type Sums } from '../../src/room/today/reckon/sums.ts';
import { findUsual, findUsualPeriods, rangeOf, sideOf } from '../../src/room/today/reckon/usual.ts';

const sums = fc.record({
  auctions: fc.integer({ min: 0, max: 10_000 }),
  sold: fc.integer({ min: 0, max: 10_000 }),
  net: fc.float({ min: 0, max: 1000, noNaN: true }),
  forgone: fc.float({ min: 0, max: 1000, noNaN: true }),
});
const hoursOfDay: fc.Arbitrary<HoursOfDay> = fc.array(sums, { minLength: 24, maxLength: 24 });
const untils = fc.float({ min: 0, max: 24, noNaN: true });

const dayOfNet = (net: number): Sums => ({ auctions: 100, sold: 90, net, forgone: 1 });
const today = '2026-11-22';

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

test('a day is compared with the four like weekdays before', () => {
  const days = new Map([7, 14, 21, 28, 35, 1].map((back) => [addDays(today, -back), dayOfNet(back)]));
  const usual = findUsual({ day: today, days, hours: new Map(), until: null });
  expect(usual.basis).toBe('weekdays');
  expect(usual.weekdays.map(({ day }) => day)).toEqual([7, 14, 21, 28].map((back) => addDays(today, -back)));
  expect(rangeOf(usual, 'net')).toEqual({ low: 7, high: 28 });
});

test('a day that is not over is compared up to the same time: by own hours, else by the mean shape', () => {
  const flat = Array.from({ length: 24 }, () => dayOfNet(1));
  // All of its net comes in the last hour.
  const late = flat.map((hour, at) => mapSums((name) => (name === 'net' ? (at === 23 ? 24 : 0) : hour[name])));
  const [own, older] = [addDays(today, -7), addDays(today, -14)];
  const hours = new Map([
    [own, late],
    [addDays(today, -1), flat],
  ]);
  const days = new Map([own, older, addDays(today, -1)].map((day) => [day, { ...addUp(flat), net: 24 }]));
  const { weekdays } = findUsual({ day: today, days, hours, until: 12 });
  expect(weekdays.map(({ figures }) => figures.net)).toEqual([0, 24 * 0.25]);
  expect(weekdays.map(({ figures }) => figures.auctions)).toEqual([1200, 1200]);
});

test.for([
  ['no day', [], null, 0],
  ['one like weekday', [7], null, 1],
  ['one like weekday and the days between', [1, 2, 3, 4, 5, 6, 7], 'days', 1],
  ['two like weekdays', [7, 14], 'weekdays', 2],
] as const)('with %s before, the range is of: %s', ([, backs, basis, weekdays]) => {
  const days = new Map(backs.map((back) => [addDays(today, -back), dayOfNet(back)]));
  const usual = findUsual({ day: today, days, hours: new Map(), until: null });
  expect(usual).toMatchObject({ basis });
  expect(usual.weekdays).toHaveLength(weekdays);
  if (basis === null) expect(rangeOf(usual, 'net')).toBeNull();
});

test('a week is compared, as a sum, with the weeks before of which all days are known', () => {
  const days = new Map(Array.from({ length: 21 }, (_, back) => [addDays(today, -back), dayOfNet(back < 7 ? 5 : back)]));
  const usual = findUsualPeriods(addDays(today, -6), today, days);
  expect(usual.weekdays.map(({ day, figures }) => [day, figures.net])).toEqual([
    [addDays(today, -13), 7 + 8 + 9 + 10 + 11 + 12 + 13],
    [addDays(today, -20), 14 + 15 + 16 + 17 + 18 + 19 + 20],
  ]);
  expect(usual.basis).toBe('weekdays');
  // Eight days are compared with those that began two weeks before.
  expect(findUsualPeriods(addDays(today, -7), today, days)).toMatchObject({ basis: null, weekdays: [] });
});

test('a figure at the end of its range is within it', () => {
  const range = { low: 1, high: 2 };
  expect([0.9, 1, 1.5, 2, 2.1].map((value) => sideOf(value, range))).toEqual([-1, 0, 0, 0, 1]);
  expect(sideOf(5, null)).toBe(0);
});
