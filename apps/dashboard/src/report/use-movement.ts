import type { MovementAnswer } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { dayOf, startOfDay, utcText } from '../figure/date.ts';
import { useNow } from '../figure/use-now.ts';
import { trpc } from '../service/trpc.ts';
import { againstHours, type ComparedWith, type Periods, periodsOf } from './moved-periods.ts';

const hourMs = 3_600_000;

interface FoundMovement {
  readonly periods: Periods;
  /** The hours that are compared with, where these are not whole days. */
  readonly hours: ReturnType<typeof againstHours>;
  /** Whether no hour of the days is over. */
  readonly isAhead: boolean;
  readonly movement: MovementAnswer | null;
  readonly error: unknown;
  readonly retry: () => void;
}

/** What moved net between the chosen days and those that they are compared with. */
export function useMovement(by: ComparedWith, enabled = true): FoundMovement {
  const { ymProfile, memberId, timeZone, from, to } = usePlace();
  const now = useNow();
  const today = dayOf(now, timeZone);
  const periods = periodsOf({ from, to }, today, by);
  const isAhead = startOfDay(periods.from, timeZone) + hourMs > now;
  // Of the present day, the service compares only the hours that are over anyway.
  const hours = periods.to < today ? againstHours(periods, timeZone, by) : null;
  const asked = {
    ym_profile_id: ymProfile.id,
    member_id: memberId,
    from: periods.from,
    to: periods.to,
    against_from: hours === null ? periods.againstFrom : utcText(hours.startMs),
  };
  const { data, error, refetch } = useQuery(
    // The answer takes a thread of the service seconds, and does not change for days that are over.
    trpc.movement.tell.queryOptions(asked, {
      enabled: enabled && !isAhead,
      staleTime: periods.to < today ? Infinity : 60_000,
      retry: false,
    }),
  );
  return { periods, hours, isAhead, movement: data ?? null, error, retry: () => void refetch() };
}
