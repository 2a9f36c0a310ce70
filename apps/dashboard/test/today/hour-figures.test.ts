import { expect, test } from 'vitest';
import { hourFigures, outageWords } from '../../src/room/today/reckon/hour-figures.ts';

const timeZone = 'Australia/Lord_Howe';
/** As the service names the hours of a day: by when each began. */
const days = [
  // Put forward at 02:00 by half an hour: the hour from 2 to 3 has only its second half.
  ['2026-10-04', ['13:30', '14:30', '15:30', '16:00'], ['00:00', '01:00', '02:00', '03:00'], 24],
  // Put back at 02:00 by half an hour: the half hour from 01:30 comes twice.
  ['2026-04-05', ['13:00', '14:00', '15:00', '15:30'], ['00:00', '01:00', '01:00', '02:00'], 25],
] as const;

test.for(days)(
  'every hour of %s has its net where the clock changes by half an hour',
  ([day, starts, times, count]) => {
    const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    const hours = starts.map((start, at) => ({
      startsAtMs: Date.parse(`${before}T${start}:00Z`),
      sums: { auctions: 10, sold: 5, net: at + 1, forgone: 0 },
    }));
    const asked = { from: day, to: day, timeZone, currency: 'AUD', completeMs: Date.parse(`${day}T20:00:00Z`) };
    const figures = hourFigures({ ...asked, hours });
    expect(figures).toHaveLength(count);
    expect(figures.slice(0, 4).map(({ time, value }) => [time, value])).toEqual(
      times.map((time, at) => [time, at + 1]),
    );
    const ranges = figures.map((_, at) => ({ low: at, expected: at + 1, high: at + 2 }));
    const rows = figures.map(({ startsAtMs }, at) => ({
      hour: new Date(startsAtMs).toISOString().slice(0, 19).replace('T', ' '),
      local: '',
      figures: { net: ranges[at]!, auctions: null, fill: null, net_cpm: null, forgone: null },
      buyers: [],
    }));
    expect(hourFigures({ ...asked, hours, usual: rows }).map(({ usual }) => usual)).toEqual(ranges);
  },
);

const at = (hour: number) => Date.UTC(2026, 10, 29, hour);
const withAuctions = (...hours: readonly number[]) =>
  hours.map((hour) => ({ startsAtMs: at(hour), sums: { auctions: 10, sold: 5, net: 1, forgone: 0 } }));
const usual = Array.from({ length: 24 }, (_, hour) => ({
  hour: `2026-11-29 ${String(hour).padStart(2, '0')}:00:00`,
  local: '',
  // Nobody is missed from midnight to three.
  figures: {
    net: null,
    auctions: { low: hour < 3 ? 0 : 5, expected: 10, high: 20 },
    fill: null,
    net_cpm: null,
    forgone: null,
  },
  buyers: [],
}));
const day = '2026-11-29';

test('an hour that is over without an auction is 0 in the line, and not a gap', () => {
  const hours = withAuctions(1, 2, 4);
  const asked = { from: day, to: day, timeZone: 'UTC', currency: 'USD', completeMs: at(6) + 60_000 } as const;
  const line = hourFigures({ ...asked, hours }).slice(0, 8);
  expect(line.map(({ value }) => value)).toEqual([null, 1, 1, 0, 1, 0, null, null]);
  expect(line[3]!.title).toContain('no auctions');
});

test.for([
  [[3, 4, 5, 6], 7.5, null],
  [[3, 4], 7.5, 'none since 05:00'],
  [[3, 6, 7], 7.5, 'none from 04:00 to 06:00'],
  [[3, 4, 7], 7.5, 'none from 05:00 to 07:00'],
  [[], 2.5, null],
  [[3, 4], 24, 'none from 05:00 to 00:00'],
] as const)('with auctions in the hours %j of a day until %s: %s', ([hours, until, words]) => {
  const completeMs = at(0) + until * 3_600_000;
  expect(outageWords({ day, timeZone: 'UTC', hours: withAuctions(...hours), completeMs, usual })).toBe(words);
});
