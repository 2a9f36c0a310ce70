import { addDays, againstPeriod, calendarOf, type Day, daysBetween } from '@auction-tiers/calendar';
import type { MovementAnswer, ReportGroup, ReportPage, ReportRow } from '@auction-tiers/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Place, usePlace } from '../address/place.ts';
import { inReadersForm } from '../saying/plain-words.ts';
import { client, trpc } from '../service/trpc.ts';
import { useNow } from '../figure/date.ts';

export interface Report extends Omit<ReportPage, 'items'> {
  readonly rows: readonly ReportRow[];
}

interface Asked {
  readonly groupBy: readonly ReportGroup[];
  /** Days of the member's time zone, or moments as `utcText` writes them; the days of the place unless told otherwise. */
  readonly from?: Day;
  readonly to?: Day;
  /** False: it is not asked for. */
  readonly enabled?: boolean;
  /** How often it is read again, milliseconds; 30 seconds unless told otherwise. */
  readonly everyMs?: number;
}

/** How often the figures of days that are not over are read again. */
export const freshMs = 30_000;

/** All rows of the live report of the ym-profile, however many pages they take. */
export function useReport({ from, to, enabled = true, everyMs = freshMs, ...asked }: Asked) {
  const place = usePlace();
  const input = reportInput({ ...place, from: from ?? place.from, to: to ?? place.to }, asked.groupBy);
  return useQuery(reportQuery(input, everyMs, enabled));
}

/** What is asked of the days of a place. */
export const reportInput = (
  { ymProfile, memberId, from, to }: Pick<Place, 'ymProfile' | 'memberId' | 'from' | 'to'>,
  groupBy: readonly string[],
): Input => ({
  ym_profile_id: ymProfile.id,
  member_id: memberId,
  start_date: from,
  end_date: to,
  ...(groupBy.length === 0 ? {} : { group_by: groupBy.join(',') }),
});

export const reportQuery = (input: Input, everyMs = freshMs, enabled = true) =>
  queryOptions<Report>({
    queryKey: [...trpc.report.rows.queryKey(input), 'all'],
    queryFn: ({ signal }) => readReport(input, signal),
    enabled,
    staleTime: everyMs,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });

export type Input = Parameters<typeof client.report.rows.query>[0];

async function readReport(input: Input, signal: AbortSignal): Promise<Report> {
  const rows: ReportRow[] = [];
  for (let start: number | undefined = 0; ; ) {
    const {
      items,
      next_element: next,
      ...page
    }: ReportPage = await client.report.rows.query({ ...input, start_element: start, num_elements: 1000 }, { signal });
    rows.push(...items);
    start = next ?? (rows.length < page.count && items.length > 0 ? rows.length : undefined);
    if (start === undefined) return { ...page, rows };
  }
}

/** What is usual on the last chosen day, by the model that the alerts judge by: up to now, as the report's figures. */
export function useUsual() {
  const { ymProfile, memberId, to } = usePlace();
  return useQuery(
    trpc.usual.day.queryOptions(
      { ym_profile_id: ymProfile.id, member_id: memberId, date: to },
      { refetchInterval: freshMs, staleTime: freshMs },
    ),
  );
}

/** What moved net between some days, those of the place unless told otherwise, and those that they are compared with. */
export function useMovement(by: ComparedWith, enabled = true, days?: { readonly from: Day; readonly to: Day }) {
  const { ymProfile, memberId, timeZone, ...place } = usePlace();
  const { from, to } = days ?? place;
  const now = useNow();
  const calendar = calendarOf(timeZone);
  const today = calendar.dayAt(now);
  const periods = periodsOf({ from, to }, today, by);
  const isAhead = calendar.startOf(periods.from) >= calendar.hourAt(now).startMs;
  const asked = {
    ym_profile_id: ymProfile.id,
    member_id: memberId,
    from: periods.from,
    to: periods.to,
    against_from: periods.againstFrom,
  };
  const { data, error, refetch } = useQuery(
    // The answer takes a thread of the service seconds, and does not change for days that are over.
    trpc.movement.tell.queryOptions(asked, {
      enabled: enabled && !isAhead,
      staleTime: periods.to < today ? Infinity : 60_000,
      retry: false,
    }),
  );
  const movement = useMemo<MovementAnswer | null>(
    () =>
      data === undefined
        ? null
        : { ...data, sentences: data.sentences.map((one) => ({ ...one, text: inReadersForm(one.text) })) },
    [data],
  );
  return {
    periods,
    /** Whether no hour of the days is over. */
    isAhead,
    movement,
    error,
    retry: () => void refetch(),
  };
}

/** With which days a period is compared. */
type ComparedWith = 'week' | 'before';
export const comparedWords: Readonly<Record<ComparedWith, string>> = {
  week: 'the same weekdays before',
  before: 'the days just before',
};

const mostDays = 7;

/**
 * The two periods: the chosen days, or yesterday where these are too many (`isShortened`), and those that they are compared
 * with. `today`: the present day, of which only the hours that are over are compared.
 */
export function periodsOf(chosen: { readonly from: Day; readonly to: Day }, today: Day, by: ComparedWith) {
  const isShortened = daysBetween(chosen.from, chosen.to) >= mostDays;
  const yesterday = addDays(today, -1);
  const { from, to } = isShortened ? { from: yesterday, to: yesterday } : chosen;
  const against = againstPeriod({ from, to }, by);
  return { from, to, againstFrom: against.from, againstTo: against.to, isShortened };
}
