import { expect, onTestFinished, test } from 'vitest';
import {
  agoText,
  happenedText,
  momentColumn,
  momentText,
  msOf,
  secondColumn,
  shortMomentText,
  showTimeZone,
  timeText,
  utcText,
  zoneWords,
} from '../../src/figure/date.ts';

test('one clock is shown, from 00:00 to 23:59', () => {
  const ms = Date.UTC(2026, 10, 22, 23, 5, 7);
  for (const text of [momentText, shortMomentText, timeText].map((show) => show(ms, 'UTC'))) {
    expect(text).toMatch(/\b23:05$/);
  }
  for (const text of [momentColumn, secondColumn].map((show) => show(ms, 'UTC'))) {
    expect(text).toMatch(/\b23:05(?::07)?$/);
  }
});

test('a time is named with its zone where the head of the page names another', () => {
  const ms = Date.UTC(2026, 10, 22, 13, 15);
  onTestFinished(() => showTimeZone('UTC'));
  for (const show of [momentText, shortMomentText, timeText]) {
    showTimeZone('UTC');
    expect(show(ms, 'America/New_York')).toMatch(/\b08:15 \(America\/New_York\)$/);
    showTimeZone('America/New_York');
    expect([show(ms), show(ms, 'UTC')]).toEqual([
      expect.stringMatching(/\b08:15$/),
      expect.stringMatching(/\b13:15 \(UTC\)$/),
    ]);
  }
});

test.for([
  ['America/New_York', 'New York time'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
  ['UTC', 'UTC'],
  ['Etc/GMT+3', 'Etc/GMT+3'],
])('the head of the page calls %s %s', ([zone, words]) => {
  expect(zoneWords(zone!)).toBe(words);
});

test('moments are read as the service writes them', () => {
  expect(msOf('2026-11-22 08:15:00')).toBe(Date.UTC(2026, 10, 22, 8, 15));
  expect(msOf('2026-11-22T08:00:00Z')).toBe(Date.UTC(2026, 10, 22, 8));
  expect(utcText(msOf('2026-11-22 08:15:00'))).toBe('2026-11-22 08:15:00');
});

test('what has happened is not in the future where the clock of the reader is late', () => {
  const nowMs = Date.UTC(2026, 10, 22, 23, 5);
  expect([agoText(nowMs + 90_000, nowMs), happenedText(nowMs + 90_000, nowMs)]).toEqual([
    'in 2 minutes',
    'this minute',
  ]);
  expect(happenedText(nowMs - 3_600_000, nowMs)).toBe('1 hour ago');
});
