import {
  type CallContext,
  commitmentsOf,
  dateText,
  fileIds,
  invalid,
  ServiceError,
  type Simulation,
  type StartSimulation,
  type TierSetDraft,
  type TierSetFile,
  toDrafted,
  toTierSetFile,
} from '@auction-tiers/contract';
import type { MeasuredAnswer } from '@auction-tiers/contract/compare-report';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/condition.ts';
import { issuesUnder, notFound } from '../request/refusal.ts';
import { requireUsable, usedOf } from '../tier-set/import-answer.ts';
import { sellerWarnings } from '../tier-set/file-warning.ts';
import { requireDraft } from '../tier-set/require-draft.ts';
import { storedTierSet, type StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { mostUnfinished, queueComparison } from './comparison.ts';

/** The input of a simulation, with the content of the draft; `draft_id` names a stored draft. */
export type FileSimulation = Omit<StartSimulation, 'draft' | 'kind'> & {
  /** undefined: advice is asked for. */
  readonly draft: TierSetDraft | undefined;
};

/** Starts a comparison of a ym-profile's present tiers with a draft, or advice, unless the same was done before. */
export async function startSimulation(deps: Deps, call: CallContext, asked: FileSimulation): Promise<Simulation> {
  const { ym_profile_id: id, member_id, draft, draft_id: draftId = null, experiment_id: experimentId, log } = asked;
  const kind = draft === undefined ? 'advice' : 'comparison';
  const { seed = draft === undefined ? 'advise' : 'compare', elasticity = 0 } = asked;
  const { follower, mirror } = deps;
  const owner = sellerOf(call, member_id);
  await follower.fresh(owner);
  const stored = storedTierSet(mirror, owner, id);
  if (stored === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  const { no_units = stored.ym_profile.no_units, commitments = commitmentsOf(null, stored.ym_profile) } = asked;
  const current = { ...stored, revision: mirror.revisionOf(owner) };
  const answer = experimentId === undefined ? null : await answerOf(deps, owner, id, experimentId);
  let drafted: TierSetFile = current;
  if (draft !== undefined) {
    drafted = await issuesUnder('draft', () => toDraftFile(deps, call, stored, draft, dateText(Date.now())));
    for (const warning of sellerWarnings(stored, draft)) call.warn(`draft.${warning}`);
  }
  const queued = await queueComparison(deps, {
    owner,
    user: call.caller.username,
    ymProfileId: id,
    draftId,
    isChoice: draft !== undefined,
    kind,
    current,
    draft: drafted,
    log,
    seed,
    elasticity,
    no_units,
    commitments,
    answer,
  });
  if (queued === null) {
    const message = `a member may have ${mostUnfinished} simulations queued or running, and yours has as many; wait for one of them`;
    throw new ServiceError('limit', message);
  }
  const { simulation, isEarlier } = queued;
  if (isEarlier) call.warn(`simulation ${simulation.id} is of the same inputs: here it is`);
  return simulation;
}

/** The answer of buyers that an experiment of the ym-profile has measured. Throws where it has none. */
async function answerOf(deps: Deps, owner: number, ymProfileId: number, id: number): Promise<MeasuredAnswer> {
  const path = 'experiment_id';
  const stored = deps.mirror.row('experiment', owner, id);
  if (stored === undefined) throw notFound('experiment', id, path);
  if (stored.ym_profile_id !== ymProfileId) {
    throw invalid([
      { path, message: `is ${id}, an experiment of ym-profile ${stored.ym_profile_id}, allowed: of ${ymProfileId}` },
    ]);
  }
  const { answer } = await deps.experiments.resultOf(stored);
  if (answer !== null) return answer;
  const message = `is ${id}, which measured no answer of buyers, allowed: a switchback of one phase whose draft moves minimums`;
  throw invalid([{ path, message }]);
}

/** The tier set that an import of a draft would make, with the draft's ids for new objects. Throws as an import. */
export async function toDraftFile(
  deps: Deps,
  call: CallContext,
  current: StoredTierSet,
  draft: TierSetDraft,
  now: string,
): Promise<TierSetFile> {
  const resolved = await requireDraft(deps, call, current, draft);
  const drafted = toDrafted(resolved, fileIds(resolved, current));
  requireUsable(current.ym_profile.id, usedOf(drafted));
  return toTierSetFile(drafted, current.ym_profile, now);
}
