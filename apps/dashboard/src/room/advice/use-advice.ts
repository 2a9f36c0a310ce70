import { isAdvice, type Simulation } from '@auction-tiers/contract';
import type { AdviceReport } from '@auction-tiers/contract/advice-report';
import { useMutation, useQuery } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { useDraft } from '../../draft/use-draft.ts';
import { client, queryClient, trpc } from '../../service/trpc.ts';
import { useRecorded, useTrial, useTries } from '../../trial/use-trial.ts';

export interface Advice {
  /** The newest; null: none was asked for. */
  readonly simulation: Simulation | null;
  readonly report: AdviceReport | null;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly ask: () => void;
  readonly isAsking: boolean;
}

/** The newest advice on the group of sites, and a way to ask for more, over the recorded auctions of the chosen days. */
export function useAdvice(): Advice {
  const { ymProfile, memberId } = usePlace();
  const { hours } = useRecorded();
  const { draft } = useDraft();
  const tries = useTries();
  const id = tries.data?.items.find(({ kind }) => kind === 'advice')?.id ?? null;
  const { simulation, error } = useTrial(id);
  const result = useQuery(
    trpc.simulation.result.queryOptions(
      { id: id ?? 0, member_id: memberId },
      { enabled: simulation?.state === 'done', staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const asking = useMutation({
    mutationFn: () =>
      client.simulation.start.mutate({
        kind: 'advice',
        ym_profile_id: ymProfile.id,
        member_id: memberId,
        log: { kind: 'recorded', ...hours },
        ...(draft?.commitments === undefined || draft.commitments === null ? {} : { commitments: draft.commitments }),
      }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: trpc.simulation.list.pathKey() });
    },
  });
  const report = result.data?.report;
  return {
    simulation,
    report: report !== undefined && isAdvice(report) ? report : null,
    error: asking.error ?? tries.error ?? error ?? result.error,
    isPending: tries.isPending || (simulation?.state === 'done' && result.isPending),
    ask: () => asking.mutate(),
    isAsking: asking.isPending,
  };
}
