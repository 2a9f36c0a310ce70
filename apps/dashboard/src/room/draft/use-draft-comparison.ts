import {
  type Commitment,
  commitmentsOf,
  type Draft,
  type Experiment,
  readCommitment,
  type Simulation,
} from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import { promiseKey } from '../../comparison/commitment-list.tsx';
import type { ComparisonReport } from '../../comparison/report.ts';
import { useTrying } from '../../comparison/use-comparison.ts';
import { useTries } from '../../comparison/use-simulation.ts';
import { trpc } from '../../service/trpc.ts';

/** The comparisons of a draft, and the shown one: that of the address, else of the present content, else the newest. */
export function useDraftComparison(draft: Draft) {
  const [search, change] = useAddress<'/draft'>();
  const { ymProfile } = usePlace();
  const { data, error } = useTries();
  const tries = (data?.items ?? []).filter(({ draft_id: id }) => id === draft.id);
  const current = draft.simulation_id ?? null;
  // A comparison that is not kept any more cannot be shown.
  const kept = (wanted: number | null | undefined) => tries.find(({ id }) => id === wanted)?.id;
  const chosen = kept(search.try) ?? kept(current) ?? tries[0]?.id ?? null;
  const measured = useMeasuredExperiment();
  const [isAnswered, reckonWithAnswer] = useState(false);
  const choose = (id: number) => change({ try: id }, { hash: 'try' });
  const answered = isAnswered && measured !== null ? { experiment_id: measured.id } : {};
  const comparison = useTrying(chosen, { draft_id: draft.id, ...answered }, choose);
  return {
    ...comparison,
    error: comparison.error ?? error,
    isPending: comparison.isPending || (data === undefined && error === null),
    tries,
    chosen,
    /** The newest comparison of exactly this content; null: it has none. */
    current,
    /** Whether what is shown was made of another content or other commitments than the draft has now. */
    isStale:
      isOfOther(tries, chosen, current) ||
      (comparison.report !== null && isOfOtherPromises(comparison.report, commitmentsOf(draft, ymProfile))),
    /** The newest ended experiment that has measured how buyers answer; null: none has. */
    measured,
    /** Whether the next try uses that answer. */
    isAnswered,
    reckonWithAnswer,
    choose,
  };
}

export type DraftComparison = ReturnType<typeof useDraftComparison>;

/** The newest ended switchback of the group of sites, if it has measured how buyers answer their minimums; else null. */
function useMeasuredExperiment(): Experiment | null {
  const { ymProfile, memberId } = usePlace();
  const filter = { ym_profile_id: ymProfile.id, design: 'switchback', state: 'ended' } as const;
  const { data } = useQuery(
    trpc.experiment.list.queryOptions({ member_id: memberId, filter, sort: 'id.desc', num_elements: 1 }),
  );
  const newest = data?.items[0];
  const result = useQuery({
    ...trpc.experiment.result.queryOptions({ id: newest?.id ?? 0, member_id: memberId }),
    enabled: newest !== undefined,
  });
  return newest !== undefined && result.data?.answer ? newest : null;
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
    all.map(promiseKey).toSorted().join(),
  );
  return judged !== present;
}
