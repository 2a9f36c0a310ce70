import { addDays, type Day } from './day.ts';
import { temporal } from './temporal.ts';

const [secondMs, minuteMs, hourMs, dayMs] = [1000, 60_000, 3_600_000, 86_400_000];
const [hoursOfDay, hoursOfWeek] = [24, 168];
/** 1970-01-01 was a Thursday: so many hours after the beginning of a week. */
const hoursBefore1970 = 72;
/** Longer than any offset from UTC ever was, in either direction. */
const longestOffsetMs = 26 * hourMs;
/** Bounds the memory if moments come from thousands of years: spans of a zone, and texts of days. */
const mostKept = 4096;

/** The time between two changes of a zone's clock. */
export interface Span {
  /** When the clock was changed to this offset; -Infinity if it never was. */
  readonly startMs: number;
  /** When the clock is changed next; Infinity if it never is. */
  readonly endMs: number;
  /** Local time less UTC. */
  readonly offsetMs: number;
  /** The offset before the change at `startMs`; `offsetMs` where there was none. */
  readonly offsetBeforeMs: number;
}

/** What a zone's clock shows. */
export interface Clock {
  readonly day: Day;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 is Monday. */
  readonly weekday: number;
  /** Local time less UTC. */
  readonly offsetMs: number;
}

/**
 * An hour of a zone's clock. It begins where the clock shows a full hour or is changed, and ends where the next one
 * begins; so it may be shorter than an hour, as half of one on Lord Howe Island.
 */
export interface LocalHour {
  readonly startMs: number;
  readonly endMs: number;
  /** The day that it is a part of. */
  readonly day: Day;
  /** 0 to 23, as the clock shows it. */
  readonly hour: number;
  /** 0 is Monday. */
  readonly weekday: number;
  /** Hours since Monday 00:00 as the clock shows it, 0 to 167. */
  readonly hourOfWeek: number;
  /** Whether the clock showed its beginning before and was put back. */
  readonly isRepeat: boolean;
}

/**
 * The days and hours of one time zone. All moments are milliseconds since 1970. It asks Temporal only for the changes of
 * the clock and keeps these, so that most answers are a few additions. Every method throws a RangeError for a moment that
 * a Date cannot hold and for a text that is no day.
 */
export class ZoneCalendar {
  readonly timezone: string;
  /** In the order of time; between two of them others may be missing. */
  readonly #spans: Span[] = [];
  #span: Span;
  #hour: LocalHour | undefined;

  /** `calendarOf` keeps one for each zone. */
  constructor(timezone: string) {
    this.timezone = timezone;
    this.#span = this.spanAt(0);
  }

  /** The time around a moment in which the clock is not changed. */
  spanAt(ms: number): Span {
    const last = this.#span as Span | undefined;
    if (last !== undefined && ms >= last.startMs && ms < last.endMs) return last;
    const index = this.#placeAfter(ms);
    const known = this.#spans[index - 1];
    if (known !== undefined && ms < known.endMs) return (this.#span = known);
    const found = readSpan(ms, this.timezone);
    if (this.#spans.length >= mostKept) this.#spans.length = 0;
    this.#spans.splice(Math.min(index, this.#spans.length), 0, found);
    return (this.#span = found);
  }

  /** What the clock shows. */
  clockAt(ms: number): Clock {
    const { offsetMs } = this.spanAt(ms);
    const localMs = ms + offsetMs;
    const hourOfWeek = hourOfWeekOf(localMs);
    return {
      day: dayText(localMs),
      hour: hourOfWeek % hoursOfDay,
      minute: Math.floor(modulo(localMs, hourMs) / minuteMs),
      second: Math.floor(modulo(localMs, minuteMs) / secondMs),
      weekday: Math.floor(hourOfWeek / hoursOfDay),
      offsetMs,
    };
  }

  /** What the clock shows, as `2026-11-22 08:15:00`. */
  localText(ms: number): string {
    return new Date(ms + this.spanAt(ms).offsetMs).toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
  }

  /** Hours since Monday 00:00 as the clock shows it, 0 to 167. */
  hourOfWeek(ms: number): number {
    return hourOfWeekOf(ms + this.spanAt(ms).offsetMs);
  }

  /**
   * The day that a moment is a part of. It is the one that the clock shows, except where the clock is put back over a
   * midnight (St. John's until 2011, from 00:01 to 23:01): a day that has begun goes on, so that days never overlap.
   */
  dayAt(ms: number): Day {
    return this.hourAt(ms).day;
  }

  /** When a day begins: the first moment at which the clock shows it or a later one. A day that the zone skips has no length. */
  startOf(day: Day): number {
    const midnightMs = localMsOf(day);
    let span = this.spanAt(midnightMs - longestOffsetMs);
    for (;;) {
      const startMs = Math.max(span.startMs, midnightMs - span.offsetMs);
      if (startMs < span.endMs) return startMs;
      span = this.spanAt(span.endMs);
    }
  }

  /** When a day ends, which is when the next one begins. */
  endOf(day: Day): number {
    return this.startOf(addDays(day, 1));
  }

  hourAt(ms: number): LocalHour {
    const known = this.#hour;
    if (known !== undefined && ms >= known.startMs && ms < known.endMs) return known;
    const span = this.spanAt(ms);
    const localMs = Math.floor((ms + span.offsetMs) / hourMs) * hourMs;
    const startMs = Math.max(span.startMs, localMs - span.offsetMs);
    // What the clock showed when it was changed.
    const shownMs = span.startMs + span.offsetBeforeMs;
    const day = dayText(Math.max(localMs, Math.floor((shownMs - 1) / dayMs) * dayMs));
    const hourOfWeek = hourOfWeekOf(localMs);
    this.#hour = {
      startMs,
      endMs: Math.min(span.endMs, localMs + hourMs - span.offsetMs),
      day,
      hour: hourOfWeek % hoursOfDay,
      weekday: Math.floor(hourOfWeek / hoursOfDay),
      hourOfWeek,
      isRepeat: startMs + span.offsetMs < shownMs,
    };
    return this.#hour;
  }

  /** The hours of a day in the order of time: 24, or 23, 25 or others where the clock is changed; none of a skipped day. */
  hoursOf(day: Day): LocalHour[] {
    const endMs = this.endOf(day);
    const hours: LocalHour[] = [];
    for (let ms = this.startOf(day); ms < endMs; ms = hours.at(-1)!.endMs) hours.push(this.hourAt(ms));
    return hours;
  }

  /** When the clock first shows an hour of a day, or a later one where it skips this one; null where there is none. */
  startOfHour(day: Day, hour: number): number | null {
    return this.hoursOf(day).find((one) => one.hour >= hour)?.startMs ?? null;
  }

  /**
   * When the clock shows a time (`08:15` or `08:15:30`) of a day: the first of two moments where it is put back, null where
   * it skips the time or where a text is no day or no time, such as a year while it is typed.
   */
  momentOf(day: Day, time: string): number | null {
    const localMs = timeForm.test(time) ? Date.parse(`${day}T${time}Z`) : Number.NaN;
    if (Number.isNaN(localMs) || dayText(localMs) !== day) return null;
    for (let span = this.spanAt(localMs - longestOffsetMs); ; span = this.spanAt(span.endMs)) {
      const ms = localMs - span.offsetMs;
      if (ms < span.startMs) return null;
      if (ms < span.endMs) return ms;
    }
  }

  /** The place behind the last known span that begins at or before a moment. */
  #placeAfter(ms: number): number {
    let [low, high] = [0, this.#spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#spans[middle]!.startMs <= ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

const calendars = new Map<string, ZoneCalendar>();

/**
 * The calendar of a time zone, one for each. `timezone`: a name for which `isTimezone` holds, or an offset such as +05:30;
 * throws a RangeError for any other text.
 */
export function calendarOf(timezone: string): ZoneCalendar {
  const known = calendars.get(timezone);
  if (known !== undefined) return known;
  const calendar = new ZoneCalendar(timezone);
  calendars.set(timezone, calendar);
  return calendar;
}

const offsetOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime): number => offsetNanoseconds / 1_000_000;

function readSpan(ms: number, timezone: string): Span {
  const at = (momentMs: number) => temporal.Instant.fromEpochMilliseconds(momentMs).toZonedDateTimeISO(timezone);
  const moment = at(Math.floor(ms));
  // A change at the moment itself is not among the previous ones.
  const start = moment.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const end = moment.getTimeZoneTransition('next');
  const offsetMs = offsetOf(moment);
  return {
    startMs: start?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    endMs: end?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs,
    offsetBeforeMs: start === null ? offsetMs : offsetOf(at(start.epochMilliseconds - 1)),
  };
}

/** The beginning of a day, as if its zone were UTC. */
function localMsOf(day: Day): number {
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms)) throw new RangeError(`${day} is no day`);
  return ms;
}

/** Texts of days by days since 1970: writing one takes a microsecond, and it is asked for more often than anything else. */
const dayTexts = new Map<number, Day>();

function dayText(localMs: number): Day {
  const number = Math.floor(localMs / dayMs);
  const known = dayTexts.get(number);
  if (known !== undefined) return known;
  const text = new Date(localMs).toISOString().split('T')[0]!;
  if (dayTexts.size >= mostKept) dayTexts.clear();
  dayTexts.set(number, text);
  return text;
}

const hourOfWeekOf = (localMs: number) => modulo(Math.floor(localMs / hourMs) + hoursBefore1970, hoursOfWeek);
const modulo = (value: number, by: number): number => ((value % by) + by) % by;
