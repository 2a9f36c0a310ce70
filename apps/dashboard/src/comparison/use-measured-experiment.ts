import type { Experiment } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { trpc } from '../service/trpc.ts';

/** The newest ended switchback of the group of sites, if it has measured how buyers answer their minimums; else null. */
export function useMeasuredExperiment(): Experiment | null {
  const { ymProfile, memberId } = usePlace();
  const filter = { ym_profile_id: ymProfile.id, design: 'switchback', state: 'ended' } as const;
  const { data } = useQuery(
    trpc.experiment.list.queryOptions({ member_id: memberId, filter, sort: 'id.desc', num_elements: 1 }),
  );
  const newest = data?.items[0];
  const result = useQuery({
    ...trpc.experiment.result.queryOptions({ id: newest?.id ?? 0, member_id: memberId }),
    enabled: newest !== undefined,
  });
  return newest !== undefined && result.data?.answer ? newest : null;
}
