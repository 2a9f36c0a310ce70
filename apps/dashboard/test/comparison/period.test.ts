import { addDays, calendarOf } from '@auction-tiers/calendar';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursOfDays, recordedIn } from '../../src/comparison/period.ts';

const later = Date.UTC(2030, 0);
const hourMs = 3_600_000;

test.for([
  ['UTC', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z'],
  ['America/New_York', '2026-11-22T05:00:00Z', '2026-11-23T05:00:00Z'],
  // Half an hour off: the first hour that begins within the day.
  ['Asia/Kolkata', '2026-11-21T19:00:00Z', '2026-11-22T19:00:00Z'],
] as const)('a day of %s is compared over whole hours', ([zone, from, to]) => {
  expect(hoursOfDays('2026-11-22', '2026-11-22', zone, later)).toEqual({ from, to });
});

test('of a day that goes on, the hours end with the one that has begun', () => {
  const now = Date.UTC(2026, 10, 22, 8, 15);
  expect(hoursOfDays('2026-11-22', '2026-11-22', 'UTC', now).to).toBe('2026-11-22T09:00:00Z');
});

test('days that follow each other share no hour and leave none out', () => {
  const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo'];
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2016, 0), max: Date.UTC(2029, 0) }),
      fc.constantFrom(...zones),
      (ms, zone) => {
        const day = calendarOf(zone).dayAt(ms);
        const next = hoursOfDays(addDays(day, 1), addDays(day, 1), zone, later);
        const own = hoursOfDays(day, day, zone, later);
        expect(own.to).toBe(next.from);
        expect(calendarOf(zone).dayAt(Date.parse(own.from))).toBe(day);
        expect(calendarOf(zone).dayAt(Date.parse(own.to) - hourMs)).toBe(day);
      },
    ),
  );
});

test('recorded auctions are summed over the hours, and how many there were is estimated', () => {
  const hours = [
    { hour: '2026-11-22T07:00:00Z', auctions: 500, share: 1, least_share: 1, is_whole: true },
    { hour: '2026-11-22T08:00:00Z', auctions: 10, share: 0.1, least_share: 0.1, is_whole: true },
    { hour: '2026-11-22 09:00:00', auctions: 20, share: 1, least_share: 1, is_whole: true },
    { hour: '2026-11-22T10:00:00Z', auctions: 500, share: 1, least_share: 1, is_whole: true },
  ];
  const asked = { from: '2026-11-22T08:00:00Z', to: '2026-11-22T10:00:00Z' };
  expect(recordedIn(hours, asked)).toEqual({ auctions: 30, estimate: 120 });
});
