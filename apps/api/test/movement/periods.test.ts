import { calendarOf } from '@auction-tiers/calendar';
import { ServiceError } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolvePeriods } from '../../src/handlers/movement/periods.ts';

const hourMs = 3_600_000;
const text = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
const now = '2026-11-20T15:20:00Z';

test.for([
  // A Sunday of 25 hours against one of 24, and the other way round.
  ['America/New_York', { from: '2026-11-01' }, ['2026-11-01 04:00', 25, '2026-10-25 04:00', 24]],
  ['America/New_York', { from: '2026-11-08' }, ['2026-11-08 05:00', 24, '2026-11-01 04:00', 25]],
  [
    'America/New_York',
    { from: '2026-11-01', against_from: '2026-10-31' },
    ['2026-11-01 04:00', 25, '2026-10-31 04:00', 24],
  ],
  [
    'America/New_York',
    { from: '2026-11-01', against_to: '2026-10-31' },
    ['2026-11-01 04:00', 25, '2026-10-31 04:00', 24],
  ],
  // The two weeks that touch the change.
  ['America/New_York', { from: '2026-10-26', to: '2026-11-01' }, ['2026-10-26 04:00', 169, '2026-10-19 04:00', 168]],
  [
    'America/New_York',
    { from: '2026-11-02', to: '2026-11-08', against_from: '2026-10-26', against_to: '2026-11-01' },
    ['2026-11-02 05:00', 168, '2026-10-26 04:00', 169],
  ],
  // Equal hours within days.
  [
    'America/New_York',
    { from: '2026-11-01 04:00:00', to: '2026-11-01 08:00:00', against_from: '2026-10-25 06:00:00' },
    ['2026-11-01 04:00', 4, '2026-10-25 06:00', 4],
  ],
  [
    'America/New_York',
    { from: '2026-11-01 05:00:00', to: '2026-11-01 08:00:00' },
    ['2026-11-01 05:00', 3, '2026-10-25 05:00', 3],
  ],
  ['Australia/Lord_Howe', { from: '2026-10-04' }, ['2026-10-03 13:30', 23.5, '2026-09-26 13:30', 24]],
  ['Australia/Lord_Howe', { from: '2026-04-05' }, ['2026-04-04 13:00', 24.5, '2026-03-28 13:00', 24]],
  ['Pacific/Apia', { from: '2011-12-29', to: '2011-12-31' }, ['2011-12-29 10:00', 48, '2011-12-22 10:00', 72]],
  ['Asia/Kathmandu', {}, ['2026-11-18 18:15', 24, '2026-11-11 18:15', 24]],
  // The present day up to its last whole hour.
  ['America/New_York', { from: '2026-11-20' }, ['2026-11-20 05:00', 10, '2026-11-13 05:00', 10]],
] as const)('in %s %o is %j', ([zone, asked, [start, hours, againstStart, againstHours]]) => {
  const { from, against } = resolvePeriods({ ym_profile_id: 1, ...asked }, calendarOf(zone), Date.parse(now));
  expect([text(from.startMs), (from.endMs - from.startMs) / hourMs]).toEqual([start, hours]);
  expect([text(against.startMs), (against.endMs - against.startMs) / hourMs]).toEqual([againstStart, againstHours]);
});

test.for<[string, number, number]>([
  ['2026-11-01T07:10:00Z', 3, 2],
  ['2026-11-01T08:10:00Z', 4, 3],
  ['2026-03-08T08:10:00Z', 3, 4],
])(
  'at %s the present day has %d hours that are over, and the same day of the week before %d',
  ([at, hours, before]) => {
    const zone = calendarOf('America/New_York');
    const nowMs = Date.parse(at);
    const { from, against } = resolvePeriods({ ym_profile_id: 1, from: zone.dayAt(nowMs) }, zone, nowMs);
    expect([from, against].map(({ startMs, endMs }) => (endMs - startMs) / hourMs)).toEqual([hours, before]);
  },
);

test.for([
  [{ from: '2026-11-01', against_from: '2026-10-24', against_to: '2026-10-25' }, 'against_to'],
  [{ from: '2026-10-26', to: '2026-11-02' }, 'to'],
  [{ from: '2026-11-01', against_from: '2026-11-01' }, 'against_from'],
  [{ from: '2026-11-01 04:30:00' }, 'from'],
] as const)('%o is refused at %s', ([asked, path]) => {
  const resolve = () => resolvePeriods({ ym_profile_id: 1, ...asked }, calendarOf('America/New_York'), Date.parse(now));
  expect(resolve).toThrow(ServiceError);
  expect(resolve).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }));
});

test('any day or week of any zone is compared whole with the same days of the week before', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const firstMs = Date.UTC(2015, 0, 10);
  const moment = fc.integer({ min: firstMs, max: Date.UTC(2037, 11) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, fc.integer({ min: 0, max: 6 }), (name, ms, more) => {
      const zone = calendarOf(name);
      const day = zone.dayAt(ms);
      const to = zone.dayAt(zone.startOf(day) + more * 24 * hourMs);
      const { from, against } = resolvePeriods({ ym_profile_id: 1, from: day, to }, zone, Date.UTC(2038, 0));
      expect([from.startMs, from.endMs]).toEqual([zone.startOf(day), zone.endOf(to)]);
      for (const edgeMs of [against.startMs, against.endMs]) expect(zone.startOf(zone.dayAt(edgeMs))).toBe(edgeMs);
      expect(against.endMs).toBeLessThanOrEqual(from.startMs);
    }),
  );
});
