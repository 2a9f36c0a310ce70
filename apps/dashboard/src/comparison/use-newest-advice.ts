import { isAdvice, type Simulation } from '@auction-tiers/contract';
import type { AdviceReport } from '@auction-tiers/contract/advice-report';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { trpc } from '../service/trpc.ts';
import { useComparison, useTries } from './use-comparison.ts';

export interface NewestAdvice {
  /** Null: none was asked for. */
  readonly simulation: Simulation | null;
  /** The report, once it is done. */
  readonly report: AdviceReport | null;
  readonly error: unknown;
  readonly isPending: boolean;
}

/** The newest advice on the group of sites. */
export function useNewestAdvice(): NewestAdvice {
  const { memberId } = usePlace();
  const tries = useTries();
  const id = tries.data?.items.find(({ kind }) => kind === 'advice')?.id ?? null;
  const { simulation, error } = useComparison(id);
  const result = useQuery(
    trpc.simulation.result.queryOptions(
      { id: id ?? 0, member_id: memberId },
      { enabled: simulation?.state === 'done', staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const report = result.data?.report;
  const isKnown = id === null || (simulation !== null && (simulation.state !== 'done' || !result.isPending));
  return {
    simulation,
    report: report !== undefined && isAdvice(report) ? report : null,
    error: tries.error ?? error ?? result.error,
    isPending: tries.isPending || !isKnown,
  };
}
