import { isAdvice } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { trpc } from '../service/trpc.ts';
import { useSimulation, useTries } from './use-simulation.ts';

/** The newest advice on the group of sites. */
export function useNewestAdvice() {
  const { memberId } = usePlace();
  const tries = useTries();
  const id = tries.data?.items.find(({ kind }) => kind === 'advice')?.id ?? null;
  const { simulation, error } = useSimulation(id);
  const result = useQuery(
    trpc.simulation.result.queryOptions(
      { id: id ?? 0, member_id: memberId },
      { enabled: simulation?.state === 'done', staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const report = result.data?.report;
  const isKnown = id === null || (simulation !== null && (simulation.state !== 'done' || !result.isPending));
  return {
    /** Null: none was asked for. */
    simulation,
    /** Null until it is done. */
    report: report !== undefined && isAdvice(report) ? report : null,
    error: tries.error ?? error ?? result.error,
    isPending: tries.isPending || !isKnown,
  };
}
