import { days } from '../model/targeting.ts';

const quarterHourMs = 900_000;
/** A Date holds moments from minus this to plus this. */
const latestMs = 8_640_000_000_000_000;
/** Bounds the memory when moments come in no order; six weeks of quarter hours. */
const mostRemembered = 4096;

/**
 * Says what local time it is in one time zone. Asking Intl takes microseconds, so answers are remembered by
 * quarter hour. A quarter hour in which the clock changes (00:01 in St. John's until 2011), or in which a new hour
 * begins (offsets of whole seconds, before 1972), is never remembered.
 */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #hours = new Map<number, number>();

  /** Throws a RangeError when there is no such zone. */
  constructor(timezone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      weekday: 'long',
      hour: '2-digit',
      hourCycle: 'h23',
    });
  }

  /** Hours since Monday 00:00, local time, 0 to 167; -1 for a moment that a Date cannot hold. */
  hourOfWeek(timeMs: number): number {
    if (!(Math.abs(timeMs) < latestMs)) return -1;
    const quarterHour = Math.floor(timeMs / quarterHourMs);
    const known = this.#hours.get(quarterHour);
    if (known !== undefined) return known;

    const first = this.#ask(quarterHour * quarterHourMs);
    if (first !== this.#ask((quarterHour + 1) * quarterHourMs - 1)) return this.#ask(timeMs);
    if (this.#hours.size >= mostRemembered) this.#hours.clear();
    this.#hours.set(quarterHour, first);
    return first;
  }

  #ask(timeMs: number): number {
    // A weekday and two digits, in whichever order: `Saturday 08`.
    const text = this.#format.format(timeMs).toLowerCase();
    return days.findIndex((day) => text.includes(day)) * 24 + Number(/\d+/.exec(text));
  }
}

/** Gives each zone one clock; undefined where there is no such zone. */
export function createZoneClocks(): (timezone: string) => ZoneClock | undefined {
  const clocks = new Map<string, ZoneClock | undefined>();
  return (timezone) => {
    const clock = clocks.get(timezone) ?? toZoneClock(timezone);
    clocks.set(timezone, clock);
    return clock;
  };
}

/** Whether a text is the IANA name of a time zone, such as `Europe/Berlin`. */
export const isTimezone = (name: string): boolean => toZoneClock(name) !== undefined;

function toZoneClock(timezone: string): ZoneClock | undefined {
  // Intl also takes offsets such as +05:30; they are no IANA names.
  if (/^[+-]/.test(timezone)) return undefined;
  try {
    return new ZoneClock(timezone);
  } catch {
    return undefined;
  }
}
