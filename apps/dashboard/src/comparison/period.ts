import { calendarOf, type Day } from '@auction-tiers/calendar';
import type { RecordedHour } from '@auction-tiers/contract';
import { hourMs, msOf } from '../figure/date.ts';

/** Whole hours of recorded auctions, UTC, as the service names them. */
export interface Hours {
  readonly from: string;
  /** The hour after the last one. */
  readonly to: string;
}

/** The beginning of an hour, as recorded hours are named. */
export const hourText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 13)}:00:00Z`;

/**
 * The hours that begin within days of a time zone, up to the present hour. In a time zone that is half an hour off, a
 * day begins within an hour; that hour belongs to the day before.
 */
export function hoursOfDays(from: Day, to: Day, timeZone: string, nowMs: number): Hours {
  const first = Math.ceil(calendarOf(timeZone).startOf(from) / hourMs) * hourMs;
  const behind = Math.ceil(calendarOf(timeZone).endOf(to) / hourMs) * hourMs;
  const going = (Math.floor(nowMs / hourMs) + 1) * hourMs;
  return { from: hourText(first), to: hourText(Math.max(first + hourMs, Math.min(behind, going))) };
}

/** What is recorded in some hours. */
export interface Recorded {
  readonly auctions: number;
  /** About how many auctions there were, including those that were not recorded. */
  readonly estimate: number;
}

export function recordedIn(hours: readonly RecordedHour[], { from, to }: Hours): Recorded {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const within = hours.filter(({ hour }) => {
    const ms = msOf(hour);
    return ms >= fromMs && ms < toMs;
  });
  return {
    auctions: within.reduce((sum, { auctions }) => sum + auctions, 0),
    estimate: within.reduce((sum, { auctions, share }) => sum + (share > 0 ? auctions / share : auctions), 0),
  };
}
