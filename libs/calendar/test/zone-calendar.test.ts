import { addDays, calendarOf, type Day, monthOf, weekdayOf, weekOf } from '@auction-tiers/calendar';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstMs, lastMs, zones } from './zones.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const anyZone = fc.constantFrom(...zones);
const anyMoment = fc.integer({ min: firstMs, max: lastMs - 1 });
const anyDay = anyMoment.map((ms) => new Date(ms).toISOString().slice(0, 10));
const lengthOf = ({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }) => endMs - startMs;
const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);
/** A property that holds of any zone and a value, for a thousand pairs. */
const law = <T>(values: fc.Arbitrary<T>, holds: (zone: string, value: T) => void) =>
  fc.assert(fc.property(anyZone, values, holds), { numRuns: 1000 });

describe('days', () => {
  test('partition time: a moment is in the day that it is a part of, and in no other', () => {
    law(anyMoment, (zone, ms) => {
      const calendar = calendarOf(zone);
      const day = calendar.dayAt(ms);
      expect(calendar.startOf(day)).toBeLessThanOrEqual(ms);
      expect(calendar.endOf(day)).toBeGreaterThan(ms);
      expect(calendar.endOf(day)).toBe(calendar.startOf(addDays(day, 1)));
      expect(calendar.dayAt(calendar.startOf(day))).toBe(day);
      expect(calendar.dayAt(calendar.endOf(day) - 1)).toBe(day);
      expect(calendar.clockAt(ms).day).toBe(day);
    });
  });

  test('are the sum of their hours, which follow each other without a gap', () => {
    law(anyDay, (zone, day) => {
      const calendar = calendarOf(zone);
      const hours = calendar.hoursOf(day);
      expect(hours[0]?.startMs).toBe(calendar.startOf(day));
      hours.slice(1).forEach(({ startMs }, before) => expect(startMs).toBe(hours[before]!.endMs));
      expect(sum(hours.map(lengthOf))).toBe(calendar.endOf(day) - calendar.startOf(day));
      expect(new Set(hours.map((hour) => hour.day))).toEqual(new Set([day]));
    });
  });

  test('are seven to a week, and all days of a month to a month', () => {
    law(anyDay, (zone, day) => {
      const calendar = calendarOf(zone);
      const lengthOfDay = (one: Day) => calendar.endOf(one) - calendar.startOf(one);
      const monday = weekOf(day);
      const week = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
      expect(week.map(weekdayOf)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(week).toContain(day);
      expect(sum(week.map(lengthOfDay))).toBe(calendar.startOf(addDays(monday, 7)) - calendar.startOf(monday));
      const month = Array.from({ length: 31 }, (_, index) => addDays(`${monthOf(day)}-01`, index)).filter(
        (one) => monthOf(one) === monthOf(day),
      );
      expect(month).toContain(day);
      expect(sum(month.map(lengthOfDay))).toBe(calendar.endOf(month.at(-1)!) - calendar.startOf(month[0]!));
    });
  });

  const unusual: [zone: string, day: Day, hours: number][] = [
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2026-03-08', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Europe/Berlin', '2026-03-29', 23],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Pacific/Apia', '2011-12-29', 24],
    ['Pacific/Apia', '2011-12-30', 0],
    ['Pacific/Apia', '2011-12-31', 24],
    ['Pacific/Chatham', '2026-04-05', 25],
    ['America/St_Johns', '2026-11-01', 25],
    ['Africa/Casablanca', '2026-02-15', 25],
    ['Africa/Casablanca', '2026-03-22', 23],
    ['Antarctica/Troll', '2026-03-29', 22],
    ['Antarctica/Troll', '2026-10-25', 26],
    ['America/Sao_Paulo', '2018-11-04', 23],
    ['Asia/Beirut', '2026-03-29', 23],
    ['Asia/Pyongyang', '2018-05-04', 23.5],
    ['Asia/Kathmandu', '2026-11-01', 24],
    ['Asia/Kolkata', '2026-11-01', 24],
  ];
  test.for(unusual)('of %s: %s has %d hours', ([zone, day, hours]) => {
    const calendar = calendarOf(zone);
    expect((calendar.endOf(day) - calendar.startOf(day)) / hourMs).toBe(hours);
    expect(sum(calendar.hoursOf(day).map(lengthOf))).toBe(hours * hourMs);
  });

  test('begin at their first moment where the clock skips midnight', () => {
    const calendar = calendarOf('America/Sao_Paulo');
    expect(calendar.localText(calendar.startOf('2018-11-04'))).toBe('2018-11-04 01:00:00');
    expect(calendar.momentOf('2018-11-04', '00:30')).toBeNull();
  });

  test('do not overlap where the clock is put back over a midnight', () => {
    const calendar = calendarOf('America/St_Johns');
    // From 00:01 on the 7th back to 23:01 on the 6th.
    const ms = calendar.startOf('2010-11-07') + 10 * minuteMs;
    expect(calendar.localText(ms)).toBe('2010-11-06 23:10:00');
    expect(calendar.dayAt(ms)).toBe('2010-11-07');
    expect(calendar.endOf('2010-11-07') - calendar.startOf('2010-11-07')).toBe(25 * hourMs);
  });
});

describe('hours', () => {
  test('are what the clock shows, and are cut where it shows a full hour or is changed', () => {
    law(anyMoment, (zone, ms) => {
      const calendar = calendarOf(zone);
      const hour = calendar.hourAt(ms);
      expect(hour.startMs <= ms && ms < hour.endMs).toBe(true);
      expect(lengthOf(hour)).toBeLessThanOrEqual(hourMs);
      const clock = calendar.clockAt(ms);
      expect([hour.hour, hour.weekday, hour.hourOfWeek]).toEqual([
        clock.hour,
        clock.weekday,
        clock.weekday * 24 + clock.hour,
      ]);
      expect(calendar.hourOfWeek(ms)).toBe(hour.hourOfWeek);
      expect(weekdayOf(hour.day)).toBe(hour.weekday);
      const isCut = (edgeMs: number) =>
        calendar.clockAt(edgeMs).minute === 0 ||
        calendar.clockAt(edgeMs).offsetMs !== calendar.clockAt(edgeMs - 1).offsetMs;
      expect([isCut(hour.startMs), isCut(hour.endMs)]).toEqual([true, true]);
    });
  });

  test('that come twice are two, and the second is a repeat', () => {
    const [first, second] = calendarOf('America/New_York')
      .hoursOf('2026-11-01')
      .filter(({ hour }) => hour === 1);
    expect(first).toMatchObject({ isRepeat: false, hourOfWeek: 145 });
    expect(second).toMatchObject({ isRepeat: true, hourOfWeek: 145, startMs: first!.endMs });
  });

  test('of half an hour, where the clock is put back by half an hour', () => {
    const night = calendarOf('Australia/Lord_Howe').hoursOf('2026-04-05').slice(0, 4);
    expect(night.map((hour) => [hour.hour, lengthOf(hour) / minuteMs, hour.isRepeat])).toEqual([
      [0, 60, false],
      [1, 60, false],
      [1, 30, true],
      [2, 60, false],
    ]);
    const spring = calendarOf('Australia/Lord_Howe').hoursOf('2026-10-04').slice(1, 4);
    expect(spring.map((hour) => [hour.hour, lengthOf(hour) / minuteMs])).toEqual([
      [1, 60],
      [2, 30],
      [3, 60],
    ]);
  });
});

describe('times', () => {
  test('are found where the clock shows them first', () => {
    law(anyMoment, (zone, ms) => {
      const calendar = calendarOf(zone);
      const [day, time] = calendar.localText(ms).split(' ') as [string, string];
      const found = calendar.momentOf(day, time)!;
      expect(calendar.localText(found)).toBe(`${day} ${time}`);
      expect(found).toBeLessThanOrEqual(ms);
    });
  });

  test('are null where the clock skips them, and for what is no day or time', () => {
    const calendar = calendarOf('America/New_York');
    expect(calendar.momentOf('2026-03-08', '02:30')).toBeNull();
    expect(calendar.momentOf('2026-03-08', '03:00')).toBe(Date.parse('2026-03-08T07:00:00Z'));
    expect(calendar.momentOf('2026-11-01', '01:30')).toBe(Date.parse('2026-11-01T05:30:00Z'));
    expect(calendar.momentOf('2026-02-30', '01:30')).toBeNull();
    expect(calendar.momentOf('2026-11-01', '24:00')).toBeNull();
    expect(calendar.momentOf('20', '01:30')).toBeNull();
    // As a year of six figures is typed, which no clock reaches.
    expect(calendar.momentOf('275760-12-01', '06:00')).toBeNull();
    expect(calendar.momentOf('122099-12-01', '06:00')).toBeNull();
    expect(calendarOf('Pacific/Apia').momentOf('2011-12-30', '12:00')).toBeNull();
  });

  test('have seconds, before 1970 too', () => {
    expect(calendarOf('Asia/Kathmandu').clockAt(Date.parse('1969-07-20T20:17:40.500Z'))).toEqual({
      day: '1969-07-21',
      hour: 1,
      minute: 47,
      second: 40,
      weekday: 0,
      offsetMs: 5.5 * hourMs,
    });
  });
});

test('a zone that there is not, and a moment that a Date cannot hold, are RangeErrors', () => {
  expect(() => calendarOf('Mars/Olympus')).toThrow(RangeError);
  expect(() => calendarOf('UTC').dayAt(Number.NaN)).toThrow(RangeError);
  expect(() => calendarOf('UTC').dayAt(9e15)).toThrow(RangeError);
  expect(() => calendarOf('UTC').startOf('2026-02-31x')).toThrow(RangeError);
});
