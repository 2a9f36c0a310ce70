import type { Day } from '@auction-tiers/calendar';
import type { ReportGroup, ReportPage, ReportRow } from '@auction-tiers/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Place, usePlace } from '../address/place.ts';
import { client, trpc } from '../service/trpc.ts';

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
  groupBy: readonly ReportGroup[],
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

type Input = Parameters<typeof client.report.rows.query>[0];

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
