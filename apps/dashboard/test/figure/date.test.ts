import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  dayOf,
  hourOf,
  isDay,
  momentText,
  msOf,
  momentColumn,
  secondColumn,
  shortMomentText,
  startOfDay,
  timeText,
  utcText,
} from '../../src/figure/date.ts';

const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Sao_Paulo',
];
const moments = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2035, 0) });

test('a day begins with its first moment, in every time zone', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (ms, zone) => {
      const day = dayOf(ms, zone);
      const start = startOfDay(day, zone);
      expect(start).toBeLessThanOrEqual(ms);
      expect(dayOf(start, zone)).toBe(day);
      expect(dayOf(start - 1000, zone)).toBe(addDays(day, -1));
    }),
  );
});

test('one clock is shown, from 00:00 to 23:59', () => {
  const ms = Date.UTC(2026, 10, 22, 23, 5, 7);
  for (const text of [momentText, shortMomentText, timeText].map((show) => show(ms, 'UTC'))) {
    expect(text).toMatch(/\b23:05 \(UTC\)$/);
  }
  for (const text of [momentColumn, secondColumn].map((show) => show(ms, 'UTC'))) {
    expect(text).toMatch(/\b23:05(?::07)?$/);
  }
});

test('a time is named with the zone that it is of', () => {
  const ms = Date.UTC(2026, 10, 22, 13, 15);
  for (const show of [momentText, shortMomentText, timeText]) {
    expect(show(ms, 'America/New_York')).toMatch(/\b08:15 \(America\/New_York\)$/);
  }
});

test('a day without a midnight begins at one', () => {
  // The clocks of Sao Paulo went from 0:00 to 1:00 on this day.
  expect(hourOf(startOfDay('2018-11-04', 'America/Sao_Paulo'), 'America/Sao_Paulo')).toBe(1);
});

test('moments are read as the service writes them', () => {
  expect(msOf('2026-11-22 08:15:00')).toBe(Date.UTC(2026, 10, 22, 8, 15));
  expect(msOf('2026-11-22T08:00:00Z')).toBe(Date.UTC(2026, 10, 22, 8));
  expect(utcText(msOf('2026-11-22 08:15:00'))).toBe('2026-11-22 08:15:00');
});

test.for(['2026-02-30x', '2026-13-01', '22.11.2026', 20261122, null])('%s is not a day', (text) => {
  expect(isDay(text)).toBe(false);
});
