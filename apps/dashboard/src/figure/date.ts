const locale = typeof navigator === 'undefined' ? 'en-US' : navigator.language;

/** A day of a time zone: `2026-11-22`. */
export type Day = string;

const dayMs = 86_400_000;

/** Milliseconds of a time as the service writes it (`2026-11-22 08:15:00`, UTC, or an ISO text). */
export const msOf = (text: string): number =>
  Date.parse(text.includes('T') ? text : `${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : 'T00:00:00Z'}`);

/** A moment as the service reads it, UTC. */
export const utcText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Keeps one formatter per time zone: making one takes longer than drawing a row of a table. */
function formatterOf(language: string, options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat(language, { timeZone, ...options });
    made.set(timeZone, known);
    return known;
  };
}

const dayFormat = formatterOf('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
const hourFormat = formatterOf('en-GB', { hour: '2-digit', hourCycle: 'h23' });
const minuteFormat = formatterOf('en-GB', { minute: 'numeric' });
/** One clock in all rooms, whatever the language: 0:00 to 23:59. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const timeFormat = formatterOf('en-GB', clock);
const momentFormat = formatterOf(locale, { year: 'numeric', month: 'short', day: 'numeric', ...clock });
const shortMomentFormat = formatterOf(locale, { month: 'short', day: 'numeric', ...clock });
const secondFormat = formatterOf(locale, { month: 'short', day: 'numeric', ...clock, second: '2-digit' });
const shortDayFormat = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
const agoFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** The day of a time zone that a moment belongs to. */
export const dayOf = (ms: number, timeZone: string): Day => dayFormat(timeZone).format(ms);

/** The hour of the day of a time zone, 0 to 23. */
export const hourOf = (ms: number, timeZone: string): number => Number(hourFormat(timeZone).format(ms));

/** The minute of the hour of a time zone, 0 to 59. */
export const minuteOf = (ms: number, timeZone: string): number => Number(minuteFormat(timeZone).format(ms));

/** A day so many days later. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** When a day of a time zone begins, in milliseconds. Where the clock skips midnight, the day's first moment. */
export function startOfDay(day: Day, timeZone: string): number {
  const noonMs = Date.parse(`${day}T12:00:00Z`);
  // Offsets are between -12 and +14 hours: the day begins within a day and a half before its UTC noon or half a day after it.
  let [low, high] = [noonMs - 2 * dayMs, noonMs + dayMs];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (dayOf(middle, timeZone) < day) low = middle;
    else high = middle;
  }
  return high;
}

/** The time zone of the member that the page shows. A page shows one member at a time, so all its times are in that zone. */
let shownZone = 'UTC';

/** Names the time zone of all times that are written without naming one from now on. */
export function showTimeZone(timeZone: string): void {
  shownZone = timeZone;
}

/** A label with the time zone of the page: `Runs from (America/New_York)`. */
export const inZone = (label: string): string => zoned(label, shownZone);

/** A time with its zone: no time stands on the page without one, here or in the head of its column. */
const zoned = (time: string, timeZone: string): string => `${time} (${timeZone})`;

/** For a column whose head names the time zone: `22 Nov 2026, 08:15`. */
export const momentColumn = (ms: number, timeZone: string): string => momentFormat(timeZone).format(ms);

/** For a column whose head names the time zone: `Nov 22, 08:15:07`. */
export const secondColumn = (ms: number, timeZone: string): string => secondFormat(timeZone).format(ms);

/** `22 Nov 2026, 08:15 (America/New_York)`. */
export const momentText = (ms: number, timeZone = shownZone): string => zoned(momentColumn(ms, timeZone), timeZone);

/** `Nov 22, 08:15 (America/New_York)`, where the year is plain. */
export const shortMomentText = (ms: number, timeZone: string): string =>
  zoned(shortMomentFormat(timeZone).format(ms), timeZone);

/** For a text that names the time zone: `08:15`. */
export const clockColumn = (ms: number, timeZone: string): string => timeFormat(timeZone).format(ms);

/** `08:15 (America/New_York)`. */
export const timeText = (ms: number, timeZone: string): string => zoned(clockColumn(ms, timeZone), timeZone);

/** `Nov 22`. */
export const shortDayText = (day: Day): string => shortDayFormat.format(Date.parse(`${day}T12:00:00Z`));

/** `Sun 22 Nov`. */
export const dayText = (day: Day): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(
    Date.parse(`${day}T12:00:00Z`),
  );

/** `Nov 15 – 22`; one day is `Nov 22`. */
export const rangeText = (from: Day, to: Day): string =>
  shortDayFormat.formatRange(Date.parse(`${from}T12:00:00Z`), Date.parse(`${to}T12:00:00Z`));

const units = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 hours ago`, `in 2 days`. */
export function agoText(ms: number, nowMs: number): string {
  const unit = units.find(([, size]) => Math.abs(ms - nowMs) >= size);
  return unit === undefined
    ? agoFormat.format(0, 'minute')
    : agoFormat.format(Math.round((ms - nowMs) / unit[1]), unit[0]);
}
