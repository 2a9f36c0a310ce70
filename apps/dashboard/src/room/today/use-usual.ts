import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { trpc } from '../../service/trpc.ts';

/** It is learned once a day; only who has gone quiet changes, by the hour. */
const everyMs = 300_000;

/** What is usual on the last chosen day, by the model that the alerts judge by. */
export function useUsual() {
  const { ymProfile, memberId, to } = usePlace();
  return useQuery(
    trpc.usual.day.queryOptions(
      { ym_profile_id: ymProfile.id, member_id: memberId, date: to },
      { refetchInterval: everyMs, staleTime: everyMs },
    ),
  );
}
