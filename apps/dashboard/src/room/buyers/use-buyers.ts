import { addDays, calendarOf } from '@auction-tiers/calendar';
import type { PlatformMember } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Place, usePlace } from '../../address/place.ts';
import { msOf } from '../../figure/date.ts';
import { useReport } from '../../report/use-report.ts';
import { useDecidingTiers } from '../../sample/tier-source.ts';
import { useSample, useSampleAnswer } from '../../sample/use-sample.ts';
import { client, trpc } from '../../service/trpc.ts';
import { buyerRows } from './row/buyer-row.ts';

/** The days of which each buyer's course is read. */
export const weeksDays = 14;
const pageSize = 1000;

/**
 * Every buyer of the report and of the directory; null while they are read. Weeks, and prices of the sample, come later:
 * `isReading` until then.
 */
export function useBuyers() {
  const place = usePlace();
  const { to, timeZone } = place;
  const report = useReport({ groupBy: ['buyer'] });
  const days = useReport({ groupBy: ['buyer', 'day'], from: addDays(to, 1 - weeksDays), to });
  const directory = useDirectory(place);
  const view = useSample();
  const sampled = useSampleAnswer(view, useDecidingTiers('live'), { buyers: true });
  const rows = useMemo(() => {
    if (report.data === undefined || directory.data === undefined) return null;
    return buyerRows({
      report: report.data.rows,
      directory: directory.data,
      days: days.data?.rows ?? null,
      lastDay: to,
      isOver: msOf(report.data.complete_to) >= calendarOf(timeZone).endOf(to),
      sampled: sampled.data?.buyers ?? null,
    });
  }, [report.data, directory.data, days.data, sampled.data, to, timeZone]);
  const isReading =
    days.isLoading || view.state.state === 'reading' || (view.state.state === 'ready' && sampled.isPending);
  return { rows, view, isReading, error: report.error ?? directory.error ?? days.error ?? sampled.error };
}

const useDirectory = ({ memberId }: Pick<Place, 'memberId'>) =>
  useQuery({
    queryKey: [...trpc.platformMember.list.queryKey({ member_id: memberId }), 'all'],
    queryFn: async ({ signal }) => {
      const members: PlatformMember[] = [];
      for (;;) {
        const page = await client.platformMember.list.query(
          { member_id: memberId, sort: 'id.asc', start_element: members.length, num_elements: pageSize },
          { signal },
        );
        members.push(...page.items);
        if (page.items.length === 0 || members.length >= page.count) return members;
      }
    },
    staleTime: 60_000,
  });
