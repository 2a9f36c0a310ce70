import { calendarOf, type Day } from '@auction-tiers/calendar';
import { reportHoursKeptDays, type ReportRow } from '@auction-tiers/contract';
import { useMemo } from 'react';
import { usePlace } from '../../address/place.ts';
import { msOf, utcText } from '../../figure/date.ts';
import { useReport } from '../../report/use-report.ts';
import { type HourSums, hoursByDay, type HoursOfDay } from './reckon/same-hours.ts';
import { addUp, type Figures, figuresOf, sumsOf } from './reckon/sums.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

export interface Today {
  readonly day: Day;
  /** Until when a day that is not over is counted; null: it is over. */
  readonly untilMs: number | null;
  /** Whether it is the day that the clock shows. */
  readonly isNow: boolean;
  /** Whether its hours are still kept. */
  readonly hasHours: boolean;
  readonly figures: Figures;
  readonly hours: readonly HourSums[];
  readonly hoursByDay: ReadonlyMap<Day, HoursOfDay>;
}

/**
 * The time from which hours are kept, or the last `days` days of hours; it moves once per hour. Leaves out the oldest
 * hour, which might be removed during the request.
 */
export const hoursFromMs = (nowMs: number, days = reportHoursKeptDays): number =>
  (Math.floor(nowMs / hourMs) + 1) * hourMs - days * dayMs;

/** The last chosen day, and its hours and those before. */
export function useToday() {
  const { to: day, timeZone } = usePlace();
  const nowMs = Date.now();
  const keptMs = hoursFromMs(nowMs);
  const endMs = calendarOf(timeZone).endOf(day);
  const days = useReport({ groupBy: ['day'], from: day, to: day });
  const hasHours = endMs > keptMs;
  const hours = useReport({ groupBy: ['hour'], from: utcText(keptMs), to: day, enabled: hasHours });
  const [dayRows, hourRows] = [days.data, hasHours ? hours.data : none];
  const today = useMemo((): Today | null => {
    if (dayRows === undefined || hourRows === undefined) return null;
    const completeMs = msOf(dayRows.complete_to);
    const counted = hourRows.rows
      .filter(isPresentCut)
      .map((row) => ({ startsAtMs: msOf(row.hour!), sums: sumsOf(row) }));
    return {
      day,
      untilMs: completeMs >= endMs ? null : completeMs,
      isNow: calendarOf(timeZone).dayAt(completeMs) === day,
      hasHours,
      figures: figuresOf(addUp(dayRows.rows.filter(isPresentCut).map(sumsOf))),
      hours: counted,
      hoursByDay: hoursByDay(counted, timeZone),
    };
  }, [day, timeZone, endMs, hasHours, dayRows, hourRows]);
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
