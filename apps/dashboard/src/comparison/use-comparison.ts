import {
  type Commitment,
  isAdvice,
  type RecordedHour,
  type Simulation,
  type TierSetFile,
} from '@auction-tiers/contract';
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

/** What is simulated: a stored draft, or other tiers, such as earlier ones, against the live tiers; or advice on these. */
type Order =
  | { readonly draft_id: number; readonly experiment_id?: number }
  | { readonly draft: TierSetFile | Content }
  | { readonly kind: 'advice'; readonly commitments?: readonly Commitment[] };

/** Starts a simulation over the recorded auctions of the chosen days. `shown`: the one that was started before. */
export function useStart(shown: Simulation | null, order: Order, onStart?: (id: number) => void) {
  const { ymProfile, memberId: member_id } = usePlace();
  const { hours } = useRecorded();
  const [declared, declareNoUnits] = useState<boolean | null>(null);
  const noUnits = declared ?? shown?.no_units ?? ymProfile.no_units;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.simulation.start.mutate({
        ym_profile_id: ymProfile.id,
        member_id,
        log: { kind: 'recorded', ...hours },
        no_units: noUnits,
        // The exported form of a tier set can be sent as a draft.
        ...(order as { readonly draft_id: number }),
      }),
    async onSuccess(made) {
      queryClient.setQueryData(trpc.simulation.status.queryKey({ id: made.id, member_id }), made);
      await refreshTries();
      onStart?.(made.id);
    },
  });
  return {
    isGoing: shown !== null && isGoing(shown),
    /** Whether the next one declares that no user returns; at first, whether the shown one did, or the group of sites does. */
    noUnits,
    declareNoUnits,
    start: () => mutate(),
    isStarting: isPending,
    startError: error,
  };
}

/** A simulation, and how the next one is started. */
export type Trying = ReturnType<typeof useStart> & Pick<ReturnType<typeof useSimulation>, 'simulation' | 'error'>;

/** A comparison, null: none is chosen; and the next one, over the recorded auctions of the chosen days. */
export function useTrying(id: number | null, order: Order, onStart: (id: number) => void) {
  const { report, ...shown } = useSimulation(id);
  const compared = useMemo(() => (report === null || isAdvice(report) ? null : toComparisonReport(report)), [report]);
  return { ...useStart(shown.simulation, order, onStart), ...shown, report: compared };
}
