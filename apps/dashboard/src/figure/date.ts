import { calendarOf, type Day, formatIn } from '@auction-tiers/calendar';
import { locale as language } from './figures.ts';
import { useSyncExternalStore } from 'react';

/** Dates have English words, as all texts of the page; where the reader's language is not English, in the order of Europe. */
const locale = language.startsWith('en') ? language : 'en-GB';

export const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000] as const;

/** Milliseconds of a time as the service writes it (`2026-11-22 08:15:00`, UTC, or an ISO text). */
export const msOf = (text: string): number =>
  Date.parse(text.includes('T') ? text : `${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : 'T00:00:00Z'}`);

/** A moment as the service reads it, UTC. */
export const utcText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** One clock in all rooms, whatever the language: 0:00 to 23:59. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const dayForm = { month: 'short', day: 'numeric' } as const;
const [momentForm, shortMomentForm] = [{ year: 'numeric', ...dayForm, ...clock } as const, { ...dayForm, ...clock }];
const secondForm = { ...shortMomentForm, second: '2-digit' } as const;
const shortDayFormat = formatIn('UTC', locale, dayForm);
const dayFormat = formatIn('UTC', locale, { weekday: 'short', ...dayForm });
const longDayFormat = formatIn('UTC', locale, { weekday: 'short', year: 'numeric', ...dayForm });
const weekdayFormat = formatIn('UTC', 'en-US', { weekday: 'long' });
const agoFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** The time zone of the member that the page shows. A page shows one member at a time, so all its times are in that zone. */
let shownZone = 'UTC';

/** Names the time zone of all times that are written without naming one from now on. */
export function showTimeZone(timeZone: string): void {
  shownZone = timeZone;
}

/** The time zone of the member that the page shows. */
export const zoneShown = (): string => shownZone;

/** A time zone in words, for the head of the page: `New York time`. */
export function zoneWords(timeZone: string): string {
  const [area, ...places] = timeZone.split('/');
  return places.length === 0 || area === 'Etc' ? timeZone : `${places.at(-1)!.replaceAll('_', ' ')} time`;
}

/** A time, with its zone where it is not the one that the head of the page names. */
const zoned = (time: string, timeZone: string): string => (timeZone === shownZone ? time : `${time} (${timeZone})`);

/** For a column whose head names the time zone: `22 Nov 2026, 08:15`. */
export const momentColumn = (ms: number, timeZone = shownZone): string =>
  formatIn(timeZone, locale, momentForm).format(ms);

/** For a column whose head names the time zone: `Nov 22, 08:15:07`. */
export const secondColumn = (ms: number, timeZone = shownZone): string =>
  formatIn(timeZone, locale, secondForm).format(ms);

/** The clock of a time zone at a moment, as `<input type="datetime-local">` has it: `2026-11-22T08:15:00`. */
export const clockText = (ms: number, timeZone = shownZone): string =>
  calendarOf(timeZone).localText(ms).replace(' ', 'T');

/**
 * The moment at which the clock of a time zone shows such a text, with seconds or without; null for a text that is not a
 * time. If the clock shows it twice, the first moment; if the clock skips it, a moment as much later.
 */
export function momentOfClock(text: string, timeZone = shownZone): number | null {
  const [day = '', time = ''] = text.split('T');
  const calendar = calendarOf(timeZone);
  const ms = calendar.momentOf(day, time);
  const skippedMs = Date.parse(`${text}Z`);
  if (ms !== null || Number.isNaN(skippedMs)) return ms;
  return skippedMs - calendar.clockAt(skippedMs - dayMs).offsetMs;
}

/** `22 Nov 2026, 08:15`, of another zone than the page's `22 Nov 2026, 13:15 (UTC)`. */
export const momentText = (ms: number, timeZone = shownZone): string => zoned(momentColumn(ms, timeZone), timeZone);

/** Of a day and a time of the clock, as `momentColumn`. */
export function momentInName(day: string, time: string): string {
  const ms = momentOfClock(`${day}T${time}`);
  return ms === null ? `${day} ${time}` : momentColumn(ms);
}

/** For a file, which is read without the head of the page: `22 Nov 2026, 08:15 (America/New_York)`. */
export const momentInFile = (ms: number): string => `${momentColumn(ms)} (${shownZone})`;

/** `Nov 22, 08:15`, where the year is plain. */
export const shortMomentText = (ms: number, timeZone = shownZone): string =>
  zoned(formatIn(timeZone, locale, shortMomentForm).format(ms), timeZone);

/** For a text that names the time zone: `08:15`. */
export const clockColumn = (ms: number, timeZone = shownZone): string => formatIn(timeZone, 'en-GB', clock).format(ms);

/** `08:15`. */
export const timeText = (ms: number, timeZone = shownZone): string => zoned(clockColumn(ms, timeZone), timeZone);

const noonOf = (day: Day): number => Date.parse(`${day}T12:00:00Z`);

/** `Nov 22`. */
export const shortDayText = (day: Day): string => shortDayFormat.format(noonOf(day));

/** `Sun 22 Nov`. */
export const dayText = (day: Day): string => dayFormat.format(noonOf(day));

/** With its year, where days of several years stand: `Sun 22 Nov 2026`. */
export const longDayText = (day: Day): string => longDayFormat.format(noonOf(day));

/** `Sunday`. */
export const weekdayName = (day: Day): string => weekdayFormat.format(noonOf(day));

/** `Nov 15 – 22`; one day is `Nov 22`. */
export const rangeText = (from: Day, to: Day): string => shortDayFormat.formatRange(noonOf(from), noonOf(to));

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

/** `3 hours ago`, `in 2 days`. */
export function agoText(ms: number, nowMs: number): string {
  const unit = units.find(([, size]) => Math.abs(ms - nowMs) >= size);
  return unit === undefined
    ? agoFormat.format(0, 'minute')
    : agoFormat.format(Math.round((ms - nowMs) / unit[1]), unit[0]);
}

/** When something happened, as `agoText`: never in the future, however late the reader's clock is. */
export const happenedText = (ms: number, nowMs: number): string => agoText(Math.min(ms, nowMs), nowMs);

function eachMinute(tell: () => void): () => void {
  const timer = setInterval(tell, minuteMs);
  return () => clearInterval(timer);
}

/** When the present minute began, milliseconds. It is updated each minute in a page that is left open. */
export const useNow = (): number => useSyncExternalStore(eachMinute, () => Date.now() - (Date.now() % minuteMs));

/** The day that the clock of a time zone shows. */
export const useDay = (timeZone: string): Day =>
  useSyncExternalStore(eachMinute, () => calendarOf(timeZone).dayAt(Date.now()));
