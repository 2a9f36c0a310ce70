import { expect, test } from 'vitest';
import { hourNamesBetween, ZoneHours } from '../../src/report/zone-hours.ts';

const minute = 60_000;

test.for([
  // zone, moment, hour, day, whether it is the last of its day
  ['UTC', '2026-11-21T08:59:59.999Z', '2026-11-21T08:00', '2026-11-21', false],
  ['UTC', '2026-11-21T23:00:00Z', '2026-11-21T23:00', '2026-11-21', true],
  ['America/New_York', '2026-11-21T04:59:00Z', '2026-11-21T04:00', '2026-11-20', true],
  ['Asia/Kolkata', '2026-11-21T18:29:59Z', '2026-11-21T17:30', '2026-11-21', true],
  ['Asia/Kolkata', '2026-11-21T18:30:00Z', '2026-11-21T18:30', '2026-11-22', false],
  ['Asia/Kathmandu', '2026-11-21T18:14:00Z', '2026-11-21T17:15', '2026-11-21', true],
  ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-21T18:15', '2026-11-22', false],
] as const)('in %s %s is of the hour %s of %s', ([zone, moment, hour, day, isLastOfDay]) => {
  expect(new ZoneHours(zone).hourAt(Date.parse(moment))).toMatchObject({ hour, day, isLastOfDay });
});

test.for(['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Cairo'])(
  'every moment of a year in %s is in one hour, whose beginning is of its day, and days begin where they end',
  (zone) => {
    const hours = new ZoneHours(zone);
    const begins = new Map<string, number>();
    for (let timeMs = Date.UTC(2026, 0, 1); timeMs < Date.UTC(2027, 0, 1); timeMs += 30 * minute) {
      const { startMs, endMs, hour, day } = hours.hourAt(timeMs);
      const isInside = timeMs >= startMs && timeMs < endMs && hourNamesBetween(startMs, startMs + 1)[0] === hour;
      if (!isInside) expect.fail(`${new Date(timeMs).toISOString()} is given the hour ${hour}`);
      if (!begins.has(day)) begins.set(day, timeMs);
    }
    const days = [...begins].slice(1, -1);
    expect(days.map(([day]) => [day, hours.startOf(day)])).toEqual(days);
  },
);
