import type { HistoryStep } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { trpc } from '../service/trpc.ts';

type Asked = Omit<Parameters<typeof trpc.ymProfile.history.queryOptions>[0] & object, 'id' | 'member_id'>;

/** The steps of the group of sites that are asked for, the latest first. */
export function useHistory(asked: Asked) {
  const { ymProfile, memberId } = usePlace();
  return useQuery(trpc.ymProfile.history.queryOptions({ id: ymProfile.id, member_id: memberId, ...asked }));
}

/** What changed between two revisions of its tiers; nothing is asked while one is not known. */
export function useChangesBetween(from: string | undefined, to: string | undefined) {
  const { ymProfile, memberId } = usePlace();
  return useQuery(
    trpc.ymProfile.diff.queryOptions(
      { id: ymProfile.id, member_id: memberId, from: from ?? '', to: to ?? '' },
      { enabled: from !== undefined && to !== undefined, retry: false },
    ),
  );
}

/** The number of a revision within the seller's: `5-120-...` is the 120th. */
const numberOf = (revision: string): number => Number(revision.split('-')[1]);

export const stepsAfter = (steps: readonly HistoryStep[], revision: string) =>
  steps.filter((step) => numberOf(step.revision) > numberOf(revision));
