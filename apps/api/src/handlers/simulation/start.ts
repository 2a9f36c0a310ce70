import {
  type CallContext,
  type Member,
  ServiceError,
  type Simulation,
  type StartSimulation,
} from '@auction-tiers/contract';
import { sha256 } from '../../auth/secret.ts';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/owner.ts';
import { notFound } from '../request/refusal.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { hashOf, toDraftFile } from './draft.ts';
import { findLogFile } from './log-file.ts';
import { dateText, toSimulation } from '../../simulation-queue/to-simulation.ts';

/** Simulations that a member may have waiting or at work. */
const mostUnfinished = 3;

/** Puts a simulation into the queue, unless there is one of the same inputs: then it gives that. */
export async function startSimulation(deps: Deps, call: CallContext, asked: StartSimulation): Promise<Simulation> {
  const { queue } = deps.simulations;
  const owner = sellerOf(call, asked.member_id);
  const { order, inputs } = await prepare(deps, call, owner, asked);
  const { log, seed, elasticity } = order;
  const { current_revision: _revision, ...same } = inputs;
  const inputsName = sha256(JSON.stringify([asked.ym_profile_id, same, seed, elasticity]));
  // What a file holds is known only when it is read.
  const earlier = log.kind === 'file' ? undefined : await queue.findSame(owner, inputsName);
  const found = earlier && toSimulation(earlier);
  if (found !== undefined && found.state !== 'failed') {
    call.warn(`simulation ${found.id} is of the same inputs: here it is`);
    return found;
  }
  const begun = {
    member_id: owner,
    ym_profile_id: asked.ym_profile_id,
    log,
    seed,
    elasticity,
    user: call.caller.username,
    created_on: dateText(Date.now()),
    inputs,
  };
  const added = await queue.add(begun, order, inputsName, mostUnfinished);
  if (added === null) {
    const message = `a member may have ${mostUnfinished} simulations waiting or at work, and yours has; wait for one of them`;
    throw new ServiceError('limit', message);
  }
  return toSimulation(added);
}

/** Everything that the worker needs, as it stands now, and what tells it from another simulation. */
async function prepare(
  deps: Deps,
  call: CallContext,
  owner: number,
  { ym_profile_id: id, draft, log, ...asked }: StartSimulation,
) {
  const { follower, mirror, simulations } = deps;
  const path = log.kind === 'file' ? await findLogFile(simulations.dataDir, owner, log.name) : null;
  await follower.fresh(owner);
  const stored = storedTierSet(mirror, owner, id);
  if (stored === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  const current = { ...stored, revision: follower.revisionOf(owner) };
  const drafted = inDraft(() => toDraftFile(deps, call, stored, draft, dateText(Date.now())));
  const { revenue_share_pct = 0 } = (mirror.row('member', owner, owner) ?? {}) as Partial<Member>;
  return {
    order: {
      current,
      draft: drafted,
      log,
      path,
      revenue_share_pct,
      seed: asked.seed ?? 'compare',
      elasticity: asked.elasticity ?? 0,
    },
    inputs: {
      current_revision: current.revision,
      current_sha256: hashOf(current),
      draft_sha256: hashOf(drafted),
      revenue_share_pct,
      log_sha256: log.kind === 'synthetic' ? sha256(JSON.stringify(log)) : null,
    },
  };
}

/** Does what it is given; problems are those of the attribute that holds the draft. */
function inDraft<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.issues.length === 0) throw error;
    const issues = error.issues.map(({ path, message }) => ({ path: `draft.${path}`, message }));
    const message = issues.map((issue) => `${issue.path} ${issue.message}`).join('; ');
    throw new ServiceError(error.kind, message, { issues });
  }
}
