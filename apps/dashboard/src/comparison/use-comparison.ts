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
export type Compared = { readonly draft_id: number } | { readonly draft: TierSetFile | Content };

/** Starts a comparison over the recorded auctions of the chosen days. Gives the simulation, which goes on by itself. */
export function useStartComparison() {
  const { ymProfile, memberId } = usePlace();
  const { hours } = useRecorded();
  return useMutation({
    mutationFn: ({
      no_units,
      experiment_id,
      ...compared
    }: Compared & { readonly no_units: boolean; readonly experiment_id?: number | undefined }) =>
      client.simulation.start.mutate({
        ym_profile_id: ymProfile.id,
        member_id: memberId,
        log: { kind: 'recorded', ...hours },
        no_units,
        ...(experiment_id !== undefined && { experiment_id }),
        // The exported form of a tier set can be sent as a draft.
        ...(compared as { readonly draft_id: number }),
      }),
    async onSuccess(simulation) {
      queryClient.setQueryData(trpc.simulation.status.queryKey({ id: simulation.id, member_id: memberId }), simulation);
      await refreshTries();
    },
  });
}

/** A comparison: its progress while it goes on, then its report. Null: none is chosen. */
export function useComparison(id: number | null) {
  const { memberId } = usePlace();
  const { simulation, isPending, error } = useSimulation(id);
  const result = useQuery(
    trpc.simulation.result.queryOptions(
      { id: id ?? 0, member_id: memberId },
      {
        enabled: simulation?.state === 'done',
        staleTime: Number.POSITIVE_INFINITY,
        select: ({ report }) => (isAdvice(report) ? null : toComparisonReport(report)),
      },
    ),
  );
  return {
    simulation,
    /** Null until it is done. */
    report: result.data ?? null,
    error: error ?? result.error,
    isPending: isPending || (simulation?.state === 'done' && result.isPending),
  };
}

/** A comparison and the next one: `start` makes it, with what the user declares of the users in it. */
export function useTrying(
  id: number | null,
  compared: Compared,
  onStart: (id: number) => void,
  experiment_id?: number,
) {
  const comparison = useComparison(id);
  const starting = useStartComparison();
  const [declared, declareNoUnits] = useState<boolean | null>(null);
  const noUnits = declared ?? comparison.simulation?.no_units ?? false;
  return {
    ...comparison,
    isGoing: comparison.simulation !== null && isGoing(comparison.simulation),
    /** Whether the next try declares that no user returns; at first, whether the shown try did. */
    noUnits,
    declareNoUnits,
    start: () =>
      starting.mutate({ ...compared, no_units: noUnits, experiment_id }, { onSuccess: (made) => onStart(made.id) }),
    isStarting: starting.isPending,
    startError: starting.error,
  };
}

export type Trying = ReturnType<typeof useTrying>;
