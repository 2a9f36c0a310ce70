import { addDays, calendarOf } from '@auction-tiers/calendar';
import { reportHoursKeptDays, type ReportRow } from '@auction-tiers/contract';
import { useMemo } from 'react';
import { usePlace } from '../../address/place.ts';
import { dayMs, hourMs, msOf, utcText } from '../../figure/date.ts';
import { useReport, useUsual } from '../../report/use-report.ts';
import { addUp, figuresOf, sumsOf } from './reckon/sums.ts';
import { useLive } from '../../draft/use-draft.ts';
import { useLint } from '../../lint/use-lint.ts';
import { outageWords } from './reckon/hour-figures.ts';
import type { News } from './reckon/sentences.ts';
import { useHistory } from '../../report/use-history.ts';

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
  const today = useMemo(() => {
    if (dayRows === undefined || hourRows === undefined) return null;
    const completeMs = msOf(dayRows.complete_to);
    return {
      day,
      /** Until when a day that is not over is counted; null: it is over. */
      untilMs: completeMs >= endMs ? null : completeMs,
      /** Whether it is the day that the clock shows. */
      isNow: calendarOf(timeZone).dayAt(completeMs) === day,
      /** Whether its hours are still kept. */
      hasHours,
      figures: figuresOf(addUp(dayRows.rows.filter(isPresentCut).map(sumsOf))),
      hours: hourRows.rows.filter(isPresentCut).map((row) => ({ startsAtMs: msOf(row.hour!), sums: sumsOf(row) })),
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

export type Today = NonNullable<ReturnType<typeof useToday>['today']>;

const none = { rows: [] } as const;

/** Days and hours that the clock of another time zone cuts cannot be compared. */
const isPresentCut = ({ timezone }: ReportRow): boolean => timezone === undefined;

const weekDays = 7;

/** The steps of the history from a day on, the latest first. */
export function useSteps(from: string, to: string) {
  const zone = calendarOf(usePlace().timeZone);
  return useHistory({ start_date: utcText(zone.startOf(from)), end_date: utcText(zone.endOf(to)), num_elements: 200 });
}

/** The data of all sentences. Data that cannot be read is missing, and `error` tells why. */
export function useNews(today: Today | null) {
  const { to: day, timeZone, currency } = usePlace();
  const usual = useUsual();
  const completeMs = today?.untilMs ?? calendarOf(timeZone).endOf(day);
  const { live, isPending, error } = useLive();
  const linted = useLint(null);
  const wins = useWithoutWins();
  const unknown = useReport({ groupBy: ['unknown_value'], from: day, to: day });
  const stepsSince = addDays(day, -1);
  const steps = useSteps(stepsSince, day);
  const news: News = {
    day,
    timeZone,
    currency,
    quiet: usual.data?.quiet_buyers ?? null,
    completeMs,
    findings: linted.data ?? null,
    tiers: live?.tiers ?? [],
    figures: today?.figures ?? null,
    usual: usual.data?.day ?? null,
    outage:
      today?.hasHours === true
        ? outageWords({ day, timeZone, hours: today.hours, completeMs, usual: usual.data?.hours ?? [] })
        : null,
    withoutWins: wins.tiers,
    unknownValues: unknown.data?.rows ?? null,
    steps: steps.data?.items ?? null,
    stepsSince,
  };
  return {
    news,
    isPending: usual.isPending || isPending || wins.isPending || unknown.isPending || steps.isPending || today === null,
    error: usual.error ?? error ?? linted.error ?? wins.error ?? unknown.error ?? steps.error,
  };
}

/** Live tiers that include, are older than a week, and whose bids won no auction of the week. */
function useWithoutWins() {
  const { to: day, timeZone } = usePlace();
  const { live } = useLive();
  const from = addDays(day, 1 - weekDays);
  const { data, isPending, error } = useReport({ groupBy: ['tier'], from, to: day });
  const tiers = useMemo(() => {
    if (live === null || data === undefined || data.rows.length === 0) return null;
    const winning = new Set(data.rows.filter(({ won }) => won > 0).map(({ tier_id: id }) => id));
    const beginMs = calendarOf(timeZone).startOf(from);
    return live.tiers
      .filter(({ id, member_action: action, created_on: madeOn }) => {
        const isOld = madeOn !== null && msOf(madeOn) <= beginMs;
        return action === 'include' && isOld && !winning.has(id);
      })
      .map(({ id, name }) => ({ id, name }));
  }, [live, data, from, timeZone]);
  return { tiers, isPending, error };
}
