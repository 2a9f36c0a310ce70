import type { Day } from '../../figure/date.ts';

/** The clock of a time zone at a moment: `2026-12-01 06:00`. */
function clockAt(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(ms);
}

const hourMs = 3_600_000;

/**
 * When the clock of a time zone shows a day and a time (`06:00`), in milliseconds: the first of two moments where the clock
 * is put back. Null where it is put forward over that time, or where either is not complete, such as a year while it is typed.
 */
export function momentOf(day: Day, time: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  if (!/^\d{4}-/.test(day) || !/^\d\d:\d\d$/.test(time) || Number.isNaN(asUtc)) return null;
  // How far the zone is off UTC shortly before and after.
  const offsets = [asUtc - 26 * hourMs, asUtc + 26 * hourMs].map(
    (ms) => Date.parse(`${clockAt(ms, timeZone).replace(' ', 'T')}:00Z`) - Math.floor(ms / 60_000) * 60_000,
  );
  const moments = offsets.map((offset) => asUtc - offset).toSorted((a, b) => a - b);
  return moments.find((ms) => clockAt(ms, timeZone) === `${day} ${time}`) ?? null;
}
