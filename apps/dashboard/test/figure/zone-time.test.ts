import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOf } from '../../src/figure/zone-time.ts';

test.for([
  ['2026-12-01', '06:00', 'America/New_York', '2026-12-01T11:00:00.000Z'],
  ['2026-07-01', '06:00', 'America/New_York', '2026-07-01T10:00:00.000Z'],
  ['2026-12-01', '06:00', 'Asia/Kolkata', '2026-12-01T00:30:00.000Z'],
  ['2026-12-01', '00:10', 'Pacific/Kiritimati', '2026-11-30T10:10:00.000Z'],
  // The clock shows this time twice; the first counts.
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
] as const)('%s %s of %s', ([day, time, zone, moment]) => {
  expect(new Date(momentOf(day, time, zone)!).toISOString()).toBe(moment);
});

test.for([
  ['2026-03-08', '02:30', 'America/New_York'],
  ['2026-12-01', '', 'UTC'],
  // As a year of six figures is typed, which no clock reaches.
  ['275760-12-01', '06:00', 'UTC'],
  ['122099-12-01', '06:00', 'America/New_York'],
  ['', '06:00', 'UTC'],
] as const)('%s %s of %s is no moment', ([day, time, zone]) => {
  expect(momentOf(day, time, zone)).toBeNull();
});

test('what the clock of a zone shows leads back to a moment at which it shows that', () => {
  const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia'];
  fc.assert(
    fc.property(fc.integer({ min: 26_000_000, max: 33_000_000 }), fc.constantFrom(...zones), (minutes, timeZone) => {
      const show = (ms: number) =>
        new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms);
      const [day = '', time = ''] = show(minutes * 60_000).split(' ');
      const found = momentOf(day, time, timeZone)!;
      expect(show(found)).toBe(`${day} ${time}`);
      expect(found).toBeLessThanOrEqual(minutes * 60_000);
    }),
  );
});
