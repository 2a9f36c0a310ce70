import { expect, test } from 'vitest';
import { toLogDays } from '../../src/compare/judging/log-days.ts';
import { hourBlockOf } from '../../src/compare/measuring/block.ts';

const day = 24;
/** An hour of a Monday, 2026-03-02, in UTC. */
const monday = Date.UTC(2026, 2, 2) / 3_600_000;

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** The days of a log with one auction in each of these hours, counted from Monday 00:00 UTC. */
function daysOf(hours: readonly number[], timeZone = 'UTC') {
  const log = toLogDays(
    hours.map((hour) => ({ hour: monday + hour, auctions: 1, netDifference: 0 })),
    timeZone,
  );
  return {
    days: log.days.map((one) => one - monday / day),
    /** For each hour, the day that it belongs to, as a place among the days. */
    places: hours.map((hour) => log.dayOfBlock[hourBlockOf(monday + hour)]),
  };
}

test('a whole week has seven days', () => {
  const { days, places } = daysOf(range(0, 7 * day));
  expect(days).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(places).toEqual(range(0, 7 * day).map((hour) => Math.floor(hour / day)));
});

test('one hour around midnight is one day, and so is a log of a few hours', () => {
  expect(daysOf([23, 24]).days).toEqual([0]);
  expect(daysOf([23, 24]).places).toEqual([0, 0]);
  expect(daysOf(range(3, 8)).days).toEqual([0]);
  expect(daysOf([]).days).toEqual([]);
});

test('a log that begins in the afternoon loses nothing: its first day counts, a shorter one belongs to its neighbour', () => {
  expect(daysOf(range(15, 3 * day)).days).toEqual([0, 1, 2]);
  const late = daysOf(range(19, 3 * day));
  expect(late.days).toEqual([1, 2]);
  expect(late.places.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
  const early = daysOf(range(0, 2 * day + 5));
  expect(early.days).toEqual([0, 1]);
  expect(early.places.at(-1)).toBe(1);
});

test('each hour of a day that does not count belongs to the nearer day', () => {
  // Tuesday has 00:00 to 02:00 and 21:00 to 23:00, two hours each.
  const { days, places } = daysOf([...range(0, 24), 24, 25, 46, 47, ...range(48, 72)]);
  expect(days).toEqual([0, 2]);
  expect(places.slice(24, 28)).toEqual([0, 0, 1, 1]);
});

test('days are those of the time zone, also where it is half an hour off or changes its clock', () => {
  // Monday 18:30 UTC is Tuesday 00:00 in Kolkata: the hour from 18:00 on still begins on Monday.
  expect(daysOf(range(0, 2 * day), 'Asia/Kolkata')).toEqual({
    days: [0, 1, 2].slice(0, 2),
    places: range(0, 2 * day).map((hour) => (hour < 19 ? 0 : 1)),
  });
  // New York is five hours behind, and from Sunday 2026-03-08 07:00 UTC on four.
  const { places } = daysOf(range(5, 5 + 8 * day), 'America/New_York');
  expect(places.filter((index) => index === 6)).toHaveLength(23);
  expect(places.filter((index) => index === 5)).toHaveLength(24);
});

test('of a log of more than five weeks, days that are five weeks apart share the blocks of their hours', () => {
  const { days, places } = daysOf(range(0, 40 * day));
  expect(days).toHaveLength(40);
  expect(new Set(places).size).toBe(35);
  expect(places.at(-1)).toBe(4);
});
