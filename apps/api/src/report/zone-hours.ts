const msPerHour = 3_600_000;
const msPerQuarter = 900_000;
/** No time zone is further from UTC: quarters of an hour. */
const farthestQuarters = 60;

/** An hour of a zone's clock. */
export interface ZoneHour {
  readonly startMs: number;
  /** When the next hour begins, unless the clock is changed before. */
  readonly endMs: number;
  /** The beginning of the hour, UTC, as `2026-11-21T08:00`. */
  readonly hour: string;
  /** The day of the hour, in the zone. */
  readonly day: string;
  readonly isLastOfDay: boolean;
}

/**
 * The hours and days of a time zone. An hour begins when the zone's clock shows a full hour, so that every day has
 * whole hours, also in a zone whose offset has half an hour; the name of an hour is its beginning in UTC.
 */
export class ZoneHours {
  readonly #format: Intl.DateTimeFormat | null;

  /** `timezone`: an IANA name. */
  constructor(timezone: string) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    this.#format =
      timezone === 'UTC'
        ? null
        : new Intl.DateTimeFormat('en-US', { timeZone: timezone, hourCycle: 'h23', second: 'numeric', ...parts });
  }

  hourAt(timeMs: number): ZoneHour {
    const offsetMs = this.#offsetMs(timeMs);
    const localMs = Math.floor((timeMs + offsetMs) / msPerHour) * msPerHour;
    const startMs = localMs - offsetMs;
    const endMs = startMs + msPerHour;
    const day = dateText(localMs);
    return { startMs, endMs, hour: minuteText(startMs), day, isLastOfDay: this.dayAt(endMs) !== day };
  }

  dayAt(timeMs: number): string {
    return dateText(timeMs + this.#offsetMs(timeMs));
  }

  /** When a day begins, milliseconds since 1970. */
  startOf(day: string): number {
    const middle = Math.floor(Date.parse(`${day}T00:00:00Z`) / msPerQuarter);
    let [low, high] = [middle - farthestQuarters, middle + farthestQuarters];
    while (low < high) {
      const quarter = Math.floor((low + high) / 2);
      if (this.dayAt(quarter * msPerQuarter) < day) low = quarter + 1;
      else high = quarter;
    }
    return low * msPerQuarter;
  }

  #offsetMs(timeMs: number): number {
    if (this.#format === null) return 0;
    const numbers = new Map(this.#format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => numbers.get(type) ?? 0;
    const localMs = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    return localMs - Math.floor(timeMs / 1000) * 1000;
  }
}

/** The day after another one. */
export const dayAfter = (day: string): string => dateText(Date.parse(`${day}T00:00:00Z`) + 24 * msPerHour);

/** The names that hours of any zone may have which begin at or after `fromMs` and before `toMs`. */
export function hourNamesBetween(fromMs: number, toMs: number): string[] {
  const names: string[] = [];
  for (let quarter = Math.ceil(fromMs / msPerQuarter); quarter * msPerQuarter < toMs; quarter++) {
    names.push(minuteText(quarter * msPerQuarter));
  }
  return names;
}

const dateText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
const minuteText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);
