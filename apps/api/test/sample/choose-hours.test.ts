import type { RecordedHour } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseHours, shareOf, sizeOf } from '../../src/sample/choose-hours.ts';

const hourMs = 3_600_000;
const hoursOf = (counts: readonly number[], share = 0.5): RecordedHour[] =>
  counts.map((auctions, at) => ({
    hour: new Date(Date.UTC(2026, 10, 14) + at * hourMs).toISOString(),
    auctions,
    share,
    least_share: share,
    is_whole: true,
  }));

test('all hours are read where they have no more auctions than a sample may', () => {
  const hours = hoursOf(Array.from({ length: 192 }, () => 100));
  expect(chooseHours(hours)).toEqual(hours);
});

test('of more, as many hours are read as fit, in order, and at least one', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 20_000 }), (each, most) => {
      const chosen = chooseHours(hoursOf(each), 0.5, most);
      expect(chosen.length).toBeGreaterThan(0);
      const sum = chosen.reduce((all, { auctions }) => all + auctions, 0);
      expect(chosen.length === 1 || sum <= most).toBe(true);
      expect(chosen.map(({ hour }) => hour)).toEqual(chosen.map(({ hour }) => hour).toSorted());
    }),
  );
});

test('the hours that are read lie evenly over the days and over the hours of the day', () => {
  const chosen = chooseHours(hoursOf(Array.from({ length: 192 }, () => 1000)), 0.5, 48_000);
  expect(chosen).toHaveLength(48);
  const count = (of: (hour: string) => string) => {
    const counts = Map.groupBy(chosen, ({ hour }) => of(hour));
    return [...counts.values()].map((each) => each.length);
  };
  const byDay = count((hour) => hour.slice(0, 10));
  expect(byDay).toHaveLength(8);
  expect(Math.max(...byDay) - Math.min(...byDay)).toBeLessThanOrEqual(2);
  const byQuarter = count((hour) => String(Math.floor(Number(hour.slice(11, 13)) / 6)));
  expect(byQuarter).toHaveLength(4);
  expect(Math.max(...byQuarter)).toBeLessThanOrEqual(16);
});

test('the newest hour is always read, unless it would be much of the sample', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 2500 }), (each, last) => {
      const hours = hoursOf([...each, last]);
      expect(chooseHours(hours).at(-1)).toBe(hours.at(-1));
    }),
  );
  const busy = hoursOf(Array.from({ length: 48 }, () => 15_000));
  expect(chooseHours(busy)).not.toContain(busy.at(-1));
});

test('a sum over the sample stands for all auctions that were decided in the days', () => {
  const hours = hoursOf([300, 100], 0.25);
  const size = sizeOf(hours, hours.slice(0, 1));
  expect(size).toEqual({ hours: 1, hours_recorded: 2, auctions_recorded: 400, auctions_decided: 1600 });
});

/** What is read of two hours at 0.01 and a later one at 1. */
function changed(before: number, after: number) {
  const hours = [...hoursOf([before, before], 0.01), ...hoursOf([0, 0, after], 1).slice(2)];
  const chosen = chooseHours(hours);
  return { share: shareOf(hours), places: chosen.map((hour) => hours.indexOf(hour)), size: sizeOf(hours, chosen) };
}

test('where the share has changed, the hours are read at the share at which most auctions weigh alike', () => {
  // An hour of 1,000 auctions, against 2 x 10 that were recorded of as many.
  expect(changed(10, 1000)).toMatchObject({ share: 1, places: [2], size: { auctions_decided: 3000, hours: 1 } });
  // A last hour of few auctions, of which one in a hundred is used.
  const few = { share: 0.01, places: [0, 1, 2], size: { auctions_decided: 20_100, auctions_recorded: 201, hours: 3 } };
  expect(changed(100, 100)).toMatchObject(few);
});
