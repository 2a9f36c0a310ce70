import type { Simulation } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { usePlace } from '../address/place.ts';
import { queryClient, refresh, trpc } from '../service/trpc.ts';

/** How often a running comparison is read where its progress does not arrive by itself. */
const askMs = 5000;

export const isGoing = ({ state }: Simulation): boolean => state === 'queued' || state === 'running';

/** The comparisons of the ym-profile that are kept, the newest first. */
export function useTries() {
  const { ymProfile, memberId } = usePlace();
  return useQuery(trpc.simulation.list.queryOptions({ ym_profile_id: ymProfile.id, member_id: memberId }));
}

export const refreshTries = () => refresh(trpc.simulation.list, trpc.draft);

/** A simulation, which is followed while it goes on, and its report. Null: none is chosen. */
export function useSimulation(id: number | null) {
  const { memberId } = usePlace();
  const input = { id: id ?? 0, member_id: memberId };
  const { data, isPending, error } = useQuery(
    trpc.simulation.status.queryOptions(input, {
      enabled: id !== null,
      refetchInterval: ({ state: { data: known } }) => (known !== undefined && isGoing(known) ? askMs : false),
    }),
  );
  useSubscription(
    trpc.simulation.follow.subscriptionOptions(input, {
      enabled: data !== undefined && isGoing(data),
      onData({ data: known }) {
        queryClient.setQueryData(trpc.simulation.status.queryKey(input), known);
        if (!isGoing(known)) void refreshTries();
      },
    }),
  );
  const isDone = data?.state === 'done';
  const result = useQuery(
    trpc.simulation.result.queryOptions(input, { enabled: isDone, staleTime: Number.POSITIVE_INFINITY }),
  );
  return {
    simulation: data ?? null,
    /** Null until it is done. */
    report: result.data?.report ?? null,
    isPending: id !== null && (isPending || (isDone && result.isPending)),
    error: error ?? result.error,
  };
}
