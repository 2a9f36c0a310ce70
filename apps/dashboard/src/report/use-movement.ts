import { calendarOf, type Day } from '@auction-tiers/calendar';
import type { MovementAnswer } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { useNow } from '../figure/use-now.ts';
import { trpc } from '../service/trpc.ts';
import { type ComparedWith, periodsOf } from './moved-periods.ts';

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
  const movement: MovementAnswer | null = data ?? null;
  return {
    periods,
    /** Whether no hour of the days is over. */
    isAhead,
    movement,
    error,
    retry: () => void refetch(),
  };
}
