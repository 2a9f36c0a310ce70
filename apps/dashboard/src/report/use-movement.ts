import type { MovementAnswer } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { dayOf } from '../figure/date.ts';
import { trpc } from '../service/trpc.ts';
import { type ComparedWith, type Periods, periodsOf } from './moved-periods.ts';

interface FoundMovement {
  readonly periods: Periods;
  readonly movement: MovementAnswer | null;
  readonly error: unknown;
  readonly retry: () => void;
}

/** What moved net between the chosen days and those that they are compared with. */
export function useMovement(by: ComparedWith): FoundMovement {
  const { ymProfile, memberId, timeZone, from, to } = usePlace();
  const periods = periodsOf({ from, to }, dayOf(Date.now(), timeZone), by);
  const asked = {
    ym_profile_id: ymProfile.id,
    member_id: memberId,
    from: periods.from,
    to: periods.to,
    against_from: periods.againstFrom,
  };
  const { data, error, refetch } = useQuery(
    trpc.movement.tell.queryOptions(asked, { staleTime: 60_000, retry: false }),
  );
  return { periods, movement: data ?? null, error, retry: () => void refetch() };
}
