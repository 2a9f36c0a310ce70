import { addDays, calendarOf, type Day } from '@auction-tiers/calendar';
import { reportHoursKeptDays, type ReportRow } from '@auction-tiers/contract';
import { useMemo } from 'react';
import { usePlace } from '../../address/place.ts';
import { msOf, utcText } from '../../figure/date.ts';
import { useReport } from '../../report/use-report.ts';
import { clockOf, type HourSums, hoursByDay, type HoursOfDay } from './reckon/same-hours.ts';
import { type Figures, figuresOf, noSums, type Sums, sumsOf } from './reckon/sums.ts';
import { findUsual, type Usual } from './reckon/usual.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** Four weeks, and a day more: of the first day with auctions it is not known whether it is whole. */
const daysBefore = 29;

export interface Today {
  readonly day: Day;
  /** Until when a day that is not over is counted; null: it is over. */
  readonly untilMs: number | null;
  /** Whether it is the day that the clock shows. */
  readonly isNow: boolean;
  /** Whether its hours are still kept. */
  readonly hasHours: boolean;
  readonly figures: Figures;
  readonly usual: Usual;
  readonly hours: readonly HourSums[];
  readonly hoursByDay: ReadonlyMap<Day, HoursOfDay>;
}

/**
 * The time from which hours are kept, or the last `days` days of hours; it moves once per hour. Leaves out the oldest
 * hour, which might be removed during the request.
 */
export const hoursFromMs = (nowMs: number, days = reportHoursKeptDays): number =>
  (Math.floor(nowMs / hourMs) + 1) * hourMs - days * dayMs;

/** The last chosen day, what it is compared with, and its hours. */
export function useToday() {
  const { to: day, timeZone } = usePlace();
  const nowMs = Date.now();
  const keptMs = hoursFromMs(nowMs);
  const endMs = calendarOf(timeZone).endOf(day);
  const days = useReport({ groupBy: ['day'], from: addDays(day, -daysBefore), to: day });
  const hasHours = endMs > keptMs;
  const hours = useReport({ groupBy: ['hour'], from: utcText(keptMs), to: day, enabled: hasHours });
  const [dayRows, hourRows] = [days.data, hasHours ? hours.data : none];
  const today = useMemo(
    () =>
      dayRows === undefined || hourRows === undefined
        ? null
        : toToday({
            day,
            timeZone,
            endMs,
            keptMs,
            completeMs: msOf(dayRows.complete_to),
            days: dayRows.rows,
            hours: hourRows.rows,
          }),
    [day, timeZone, endMs, keptMs, dayRows, hourRows],
  );
  return {
    today,
    report: days.data,
    error: days.error ?? hours.error,
    retry: () => {
      void days.refetch();
      void hours.refetch();
    },
  };
}

const none = { rows: [] } as const;

/** Days and hours that the clock of another time zone cuts cannot be compared. */
const isPresentCut = ({ timezone }: ReportRow): boolean => timezone === undefined;

interface Read {
  readonly day: Day;
  readonly timeZone: string;
  readonly endMs: number;
  readonly keptMs: number;
  readonly completeMs: number;
  readonly days: readonly ReportRow[];
  readonly hours: readonly ReportRow[];
}

function toToday({ day, timeZone, endMs, keptMs, completeMs, days, hours: hourRows }: Read): Today {
  const sums = new Map<Day, Sums>(days.filter(isPresentCut).map((row) => [row.day!, sumsOf(row)]));
  const first = [...sums.keys()].reduce((least, one) => (one < least ? one : least), day);
  const whole = new Map([...sums].filter(([one]) => one > first && one < day));
  const hours = hourRows.filter(isPresentCut).map((row) => ({ startsAtMs: msOf(row.hour!), sums: sumsOf(row) }));
  const byDay = hoursByDay(hours, timeZone);
  const wholeHours = new Map([...byDay].filter(([one]) => calendarOf(timeZone).startOf(one) >= keptMs && one < day));
  const isOver = completeMs >= endMs;
  const isBegun = calendarOf(timeZone).dayAt(completeMs) >= day;
  const until = isOver || !isBegun ? null : clockOf(completeMs, timeZone);
  return {
    day,
    untilMs: isOver ? null : completeMs,
    isNow: calendarOf(timeZone).dayAt(completeMs) === day,
    hasHours: endMs > keptMs,
    figures: figuresOf(sums.get(day) ?? noSums),
    usual: findUsual({ day, days: whole, hours: wholeHours, until }),
    hours,
    hoursByDay: byDay,
  };
}
