import { type Day, isDay } from './date.ts';

/** The clock of a time zone at a moment, as `<input type="datetime-local">` has it: `2026-11-22T08:15:00`. */
export function clockText(ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/**
 * The moment at which the clock of a time zone shows a text; null for a text that is not a time. If the clock is put
 * back and shows the text twice, the first moment; if the clock skips the text, a moment as much later.
 */
export function momentOfClock(text: string, timeZone: string): number | null {
  const asUtcMs = Date.parse(`${text.length === 16 ? `${text}:00` : text}Z`);
  if (Number.isNaN(asUtcMs)) return null;
  const offsetAt = (ms: number) => Date.parse(`${clockText(ms, timeZone)}Z`) - ms;
  const dayMs = 86_400_000;
  const candidates = [offsetAt(asUtcMs - dayMs), offsetAt(asUtcMs + dayMs)].map((offset) => asUtcMs - offset);
  const right = candidates.filter((ms) => ms + offsetAt(ms) === asUtcMs);
  return right.length > 0 ? Math.min(...right) : candidates[0]!;
}

/**
 * When the clock of a time zone shows a day and a time (`06:00`), in milliseconds; the first of two moments if the
 * clock is put back. Null if the clock skips that time, or if a text is not complete, such as a year while it is typed.
 */
export function momentOf(day: Day, time: string, timeZone: string): number | null {
  if (!isDay(day) || !/^\d\d:\d\d$/.test(time)) return null;
  const ms = momentOfClock(`${day}T${time}`, timeZone);
  return ms !== null && clockText(ms, timeZone) === `${day}T${time}:00` ? ms : null;
}
