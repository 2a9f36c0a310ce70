import { isAdvice } from '@auction-tiers/contract';
import { useSimulation, useTries } from './use-simulation.ts';

/** The newest advice on the group of sites; its simulation is null where none was asked for. */
export function useNewestAdvice() {
  const tries = useTries();
  const id = tries.data?.items.find(({ kind }) => kind === 'advice')?.id ?? null;
  const { report, error, isPending, ...advice } = useSimulation(id);
  return {
    ...advice,
    report: report !== null && isAdvice(report) ? report : null,
    error: tries.error ?? error,
    isPending: tries.isPending || isPending,
  };
}
