import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { freshMs } from './use-report.ts';
import { trpc } from '../service/trpc.ts';

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
