import type { Experiment } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { usePlace } from '../address/place.ts';
import type { RoomSearch } from '../address/room-search.ts';
import { refresh, trpc } from '../service/trpc.ts';

/** How often experiments are read again: a guard may pause one at any time. */
const everyMs = 5000;

/** The experiments of the group of sites, the newest first. */
export function useExperiments() {
  const { ymProfile, memberId } = usePlace();
  const { data, isPending, error } = useQuery(
    trpc.experiment.list.queryOptions(
      { member_id: memberId, filter: { ym_profile_id: ymProfile.id }, sort: 'id.desc' },
      { refetchInterval: everyMs },
    ),
  );
  return { experiments: data?.items ?? [], isPending, error };
}

export const isOpen = ({ state }: Pick<Experiment, 'state'>): boolean => state === 'running' || state === 'paused';

/** Whether a live test runs with the draft, which nobody can change meanwhile. */
export const isTestOf = ({ draft_id: id, state }: Experiment, draft: { readonly id: number }): boolean =>
  id === draft.id && state === 'running';

/** The experiment of the address, else the one that is open, else the newest. */
export function useShownExperiment() {
  const search: RoomSearch<'/draft/tests'> = useSearch({ strict: false });
  const all = useExperiments();
  const { experiments } = all;
  const shown =
    experiments.find(({ id }) => id === search.experiment) ?? experiments.find(isOpen) ?? experiments[0] ?? null;
  return { ...all, shown };
}

/** Reads again what an act on an experiment changes. */
export const refreshExperiments = () => refresh(trpc.experiment, trpc.draft, trpc.ymProfile);
