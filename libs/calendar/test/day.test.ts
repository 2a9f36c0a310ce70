import {
  addDays,
  againstPeriod,
  dayOfNumber,
  daysBetween,
  formatIn,
  isDay,
  isTimezone,
  likeDaysBefore,
  monthOf,
  namedDaysIn,
  namedDaysText,
  numberOfDay,
  weekdayOf,
  weekOf,
} from '@auction-tiers/calendar';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const anyDay = fc
  .integer({ min: Date.UTC(1600, 0), max: Date.UTC(2400, 0) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));

test('days are counted forward and back', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -100_000, max: 100_000 }), (day, days) => {
      const other = addDays(day, days);
      expect(daysBetween(day, other)).toBe(days);
      expect(dayOfNumber(numberOfDay(day) + days)).toBe(other);
      expect(weekdayOf(other)).toBe((((weekdayOf(day) + days) % 7) + 7) % 7);
    }),
  );
});

test('a week is named by its Monday, a month by its year and number', () => {
  expect(weekOf('2026-11-22')).toBe('2026-11-16');
  expect(weekOf('2026-11-16')).toBe('2026-11-16');
  expect(monthOf('2026-11-22')).toBe('2026-11');
});

test.for([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['20261101', false],
  ['2026-11-01T00:00', false],
  [20261101, false],
  [undefined, false],
] as const)('isDay(%j) is %j', ([text, is]) => expect(isDay(text)).toBe(is));

test('a period is compared with the same weekdays before, or with the days just before', () => {
  expect(againstPeriod({ from: '2026-11-01', to: '2026-11-01' }, 'week')).toEqual({
    from: '2026-10-25',
    to: '2026-10-25',
  });
  expect(againstPeriod({ from: '2026-11-01', to: '2026-11-01' }, 'before')).toEqual({
    from: '2026-10-31',
    to: '2026-10-31',
  });
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (from, count) => {
      const to = addDays(from, count - 1);
      const [week, before] = [againstPeriod({ from, to }, 'week'), againstPeriod({ from, to }, 'before')];
      for (const against of [week, before]) {
        expect(daysBetween(against.from, against.to)).toBe(count - 1);
        expect(daysBetween(against.to, from)).toBeGreaterThan(0);
      }
      expect(weekdayOf(week.from)).toBe(weekdayOf(from));
      expect(daysBetween(week.to, from)).toBeLessThanOrEqual(7);
      expect(daysBetween(before.to, from)).toBe(1);
    }),
  );
});

test('days like a day are those of the weeks before', () => {
  expect(likeDaysBefore('2026-11-22', 3)).toEqual(['2026-11-15', '2026-11-08', '2026-11-01']);
});

test.for([
  ['America/New_York', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['+05:30', false],
  ['-05:00', false],
  ['Mars/Olympus', false],
  ['', false],
] as const)('isTimezone(%j) is %j', ([name, is]) => expect(isTimezone(name)).toBe(is));

test('a format is made once for a zone, a locale and options', () => {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = formatIn('Asia/Kathmandu', 'en-GB', options);
  expect(format.format(Date.UTC(2026, 10, 22))).toBe('05:45');
  expect(formatIn('Asia/Kathmandu', 'en-GB', { ...options })).toBe(format);
  expect(formatIn('UTC', 'en-GB', options).format(Date.UTC(2026, 10, 22))).toBe('00:00');
});

test('named days of a period are in the order of time, its ends included, and a text names three', () => {
  const days = ['2026-12-26', '2026-11-26', '2026-12-25', '2027-01-01', '2026-12-24'].map((date) => ({
    date,
    name: `D${date.slice(-2)}`,
  }));
  const within = namedDaysIn(days, { from: '2026-11-26', to: '2026-12-25' });
  expect(within.map(({ name }) => name)).toEqual(['D26', 'D24', 'D25']);
  expect(namedDaysText(within)).toBe('D26 (Thu, Nov 26), D24 (Thu, Dec 24) and D25 (Fri, Dec 25)');
  expect(namedDaysText(namedDaysIn(days, { from: '2026-01-01', to: '2027-12-31' }))).toMatch(/\), .*\) and 2 more$/);
  expect(namedDaysText(within.slice(0, 1))).toBe('D26 (Thu, Nov 26)');
  expect([namedDaysText([]), namedDaysIn(null, { from: '2026-01-01', to: '2026-12-31' })]).toEqual(['', []]);
});
