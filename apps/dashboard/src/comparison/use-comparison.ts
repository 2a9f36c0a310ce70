import { isAdvice, type RecordedHour, type TierSetFile } from '@auction-tiers/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usePlace } from '../address/place.ts';
import type { Content } from '../draft/content.ts';
import { client, queryClient, trpc } from '../service/trpc.ts';
import { hoursOfDays, recordedIn } from './period.ts';
import { toComparisonReport } from './report.ts';
import { isGoing, refreshTries, useSimulation } from './use-simulation.ts';

const none: readonly RecordedHour[] = [];

/** The recorded auctions of the chosen days, over which a comparison would run. */
export function useRecorded() {
  const { ymProfile, memberId, from, to, timeZone } = usePlace();
  const { data, isPending, error } = useQuery(
    trpc.recorded.list.queryOptions({ ym_profile_id: ymProfile.id, member_id: memberId }),
  );
  const items = data?.items ?? none;
  const hours = useMemo(() => hoursOfDays(from, to, timeZone, Date.now()), [from, to, timeZone]);
  return { hours, recorded: useMemo(() => recordedIn(items, hours), [items, hours]), isPending, error };
}

/** What is compared with the live tiers: a stored draft, or other tiers, such as earlier ones. */
type Compared = { readonly draft_id: number } | { readonly draft: TierSetFile | Content };

/** A comparison, null: none is chosen; and the next one, over the recorded auctions of the chosen days. */
export function useTrying(
  id: number | null,
  compared: Compared,
  onStart: (id: number) => void,
  experiment_id?: number,
) {
  const { ymProfile, memberId: member_id } = usePlace();
  const { hours } = useRecorded();
  const { simulation, isPending, error } = useSimulation(id);
  const [declared, declareNoUnits] = useState<boolean | null>(null);
  const noUnits = declared ?? simulation?.no_units ?? false;
  const result = useQuery(
    trpc.simulation.result.queryOptions(
      { id: id ?? 0, member_id },
      {
        enabled: simulation?.state === 'done',
        staleTime: Number.POSITIVE_INFINITY,
        select: ({ report }) => (isAdvice(report) ? null : toComparisonReport(report)),
      },
    ),
  );
  const starting = useMutation({
    mutationFn: () =>
      client.simulation.start.mutate({
        ym_profile_id: ymProfile.id,
        member_id,
        log: { kind: 'recorded', ...hours },
        no_units: noUnits,
        ...(experiment_id !== undefined && { experiment_id }),
        // The exported form of a tier set can be sent as a draft.
        ...(compared as { readonly draft_id: number }),
      }),
    async onSuccess(made) {
      queryClient.setQueryData(trpc.simulation.status.queryKey({ id: made.id, member_id }), made);
      await refreshTries();
      onStart(made.id);
    },
  });
  return {
    simulation,
    isGoing: simulation !== null && isGoing(simulation),
    /** Null until it is done. */
    report: result.data ?? null,
    error: error ?? result.error,
    isPending: isPending || (simulation?.state === 'done' && result.isPending),
    /** Whether the next try declares that no user returns; at first, whether the shown try did. */
    noUnits,
    declareNoUnits,
    start: () => starting.mutate(),
    isStarting: starting.isPending,
    startError: starting.error,
  };
}

export type Trying = ReturnType<typeof useTrying>;
