import {
  type Commitment,
  commitmentsOf,
  type Draft,
  type Experiment,
  type ReadCommitment,
  readCommitment,
  type Simulation,
} from '@auction-tiers/contract';
import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import type { ComparisonReport } from '../../comparison/report.ts';
import { useMeasuredExperiment } from '../../comparison/use-measured-experiment.ts';
import { type Comparison, useStartComparison, useComparison, useTries } from '../../comparison/use-comparison.ts';

export interface DraftComparison extends Comparison {
  readonly tries: readonly Simulation[];
  readonly chosen: number | null;
  /** The newest comparison of exactly this content; null: it has none. */
  readonly current: number | null;
  /** Whether what is shown was made of another content or other commitments than the draft has now. */
  readonly isStale: boolean;
  /** Whether the next try declares that no user returns; at first, whether the shown try did. */
  readonly noUnits: boolean;
  readonly declareNoUnits: (noUnits: boolean) => void;
  /** The newest ended experiment that has measured how buyers answer; null: none has. */
  readonly measured: Experiment | null;
  /** Whether the next try uses that answer. */
  readonly isAnswered: boolean;
  readonly reckonWithAnswer: (isAnswered: boolean) => void;
  readonly start: () => void;
  readonly isStarting: boolean;
  readonly startError: unknown;
  readonly choose: (id: number) => void;
}

/** The comparisons of a draft, and the shown one: that of the address, else of the present content, else the newest. */
export function useDraftComparison(draft: Draft): DraftComparison {
  const search = useSearch({ from: '/draft' });
  const navigate = useNavigate({ from: '/draft' });
  const { ymProfile } = usePlace();
  const { data, error } = useTries();
  const tries = (data?.items ?? []).filter(({ draft_id: id }) => id === draft.id);
  const current = draft.simulation_id ?? null;
  // A comparison that is not kept any more cannot be shown.
  const kept = (wanted: number | null | undefined) => tries.find(({ id }) => id === wanted)?.id;
  const chosen = kept(search.try) ?? kept(current) ?? tries[0]?.id ?? null;
  const comparison = useComparison(chosen);
  const starting = useStartComparison();
  const [declared, setDeclared] = useState<boolean | null>(null);
  const noUnits = declared ?? comparison.simulation?.no_units ?? false;
  const measured = useMeasuredExperiment();
  const [isAnswered, reckonWithAnswer] = useState(false);
  const choose = (id: number) => void navigate({ to: '.', hash: 'try', search: (all) => ({ ...all, try: id }) });
  return {
    ...comparison,
    error: comparison.error ?? error,
    isPending: comparison.isPending || (data === undefined && error === null),
    tries,
    chosen,
    current,
    isStale:
      isOfOther(tries, chosen, current) ||
      (comparison.report !== null && isOfOtherPromises(comparison.report, commitmentsOf(draft, ymProfile))),
    noUnits,
    declareNoUnits: setDeclared,
    measured,
    isAnswered,
    reckonWithAnswer,
    start: () =>
      starting.mutate(
        { draft_id: draft.id, no_units: noUnits, experiment_id: isAnswered ? measured?.id : undefined },
        { onSuccess: ({ id }) => choose(id) },
      ),
    isStarting: starting.isPending,
    startError: starting.error,
    choose,
  };
}

/** Whether a comparison is of another content than the present one: an earlier one may be of the same. */
export function isOfOther(tries: readonly Simulation[], chosen: number | null, current: number | null): boolean {
  if (chosen === null || chosen === current) return false;
  const [one, other] = [chosen, current].map((wanted) => tries.find(({ id }) => id === wanted)?.inputs.draft_sha256);
  return one === undefined || one !== other;
}

/** Whether a comparison was judged by other promises than there are now, in whatever order. */
export function isOfOtherPromises(
  { commitments }: Pick<ComparisonReport, 'commitments'>,
  promises: readonly Commitment[],
): boolean {
  const [judged, present] = [commitments, promises.map(readCommitment)].map((all) =>
    all.map(promiseText).toSorted().join(),
  );
  return judged !== present;
}

const promiseText = ({ subject, id, bound, figure, wanted }: ReadCommitment): string =>
  `${subject} ${id} ${bound} ${figure} ${wanted}`;
