import { ServiceError, type StoredExperiment } from '@auction-tiers/contract';
import type { Mirror } from '../mirror/mirror.ts';

type Rows = Pick<Mirror, 'rows'>;

/** The experiments of a member that run or are paused; a ym-profile has at most one. */
export const openExperiments = (mirror: Rows, owner: number): readonly StoredExperiment[] =>
  mirror.rows('experiment', owner).filter(({ open_ym_profile_id: open }) => open !== null);

/** The running or paused experiment of a ym-profile. */
export const openExperimentOf = (mirror: Rows, owner: number, ymProfileId: number): StoredExperiment | undefined =>
  openExperiments(mirror, owner).find(({ open_ym_profile_id: open }) => open === ymProfileId);

/** Throws where a running experiment tests a draft: its treatment stays as it is while it runs. */
export function requireUntested(mirror: Rows, { id, member_id: owner }: { id: number; member_id: number }): void {
  const found = openExperiments(mirror, owner).find(
    ({ draft_id: draft, before_draft_id: before, state }) => (before ?? draft) === id && state === 'running',
  );
  if (found === undefined) return;
  const message = `draft ${id} is tested by experiment ${found.id}, which runs; POST /experiment/pause?id=${found.id} or /experiment/end first`;
  throw new ServiceError('integrity', message);
}

/** Throws where an experiment that has not ended tests a draft: without the draft it could not start or end. */
export function requireUnused(mirror: Rows, { id, member_id: owner }: { id: number; member_id: number }): void {
  requireUntested(mirror, { id, member_id: owner });
  const found = mirror
    .rows('experiment', owner)
    .find(({ draft_id: draft, before_draft_id: before, state }) => (before ?? draft) === id && state !== 'ended');
  if (found === undefined) return;
  const first = found.state === 'planned' ? 'DELETE /experiment' : 'POST /experiment/end';
  const message = `draft ${id} is tested by experiment ${found.id}, which is ${found.state}; ${first}?id=${found.id} first`;
  throw new ServiceError('integrity', message);
}

/** Warnings for a change of live tiers, which ends the phase of running experiments of these ym-profiles. */
export const phaseWarnings = (mirror: Rows, owner: number, ymProfileIds: ReadonlySet<unknown>): readonly string[] =>
  openExperiments(mirror, owner)
    .filter(({ state, ym_profile_id: id }) => state === 'running' && ymProfileIds.has(id))
    .map(({ id, ym_profile_id: ymProfileId }) => `experiment ${id} runs on ym-profile ${ymProfileId}: its phase ends`);
