import type { ZoneCalendar } from '@auction-tiers/calendar';

const [minuteMs, dayMs] = [60_000, 86_400_000];
const dayHours = 24;
export const weekHours = 168;
const weekMinutes = weekHours * 60;
/** For so long after a change of clocks an hour has its old place too: then most of what is known was learned after it. */
const changedMs = 21 * dayMs;

/** The number of all places: hours of a week, then least and most by hour of the member's calendar days. */
export const placeCount = weekHours + 2 * dayHours;
/** The places of the least and of the most that such a day's hour had. */
export const calendarPlaces = (hour: number): readonly [least: number, most: number] => [
  weekHours + hour,
  weekHours + dayHours + hour,
];
export const isOfCalendar = (place: number): boolean => place >= weekHours;

/** What the model asks of a member's clock. */
export type WeekClock = Pick<ZoneCalendar, 'clockAt' | 'spanAt'>;

/**
 * The places that an hour is compared with. The first is its hour of the week of the member's clock, 0 to 167 from Monday
 * 00:00. In the three weeks after a change of clocks follows where the hour was before it, which may be parts of two. An
 * hour of a day of the member's calendar has the places of such days too.
 */
export function placesOf(clock: WeekClock, startMs: number, calendar: ReadonlySet<string>): readonly number[] {
  const { day, weekday, hour, minute } = clock.clockAt(startMs);
  const own = weekday * dayHours + hour;
  if (calendar.has(day)) return [own, ...calendarPlaces(hour)];
  const { startMs: changeMs, offsetMs, offsetBeforeMs } = clock.spanAt(startMs);
  if (offsetBeforeMs === offsetMs || startMs - changeMs > changedMs) return [own];
  const before = (own * 60 + minute + (offsetBeforeMs - offsetMs) / minuteMs + weekMinutes) % weekMinutes;
  return [...new Set([own, Math.floor(before / 60), Math.floor((before + 59) / 60) % weekHours])];
}
