import {
  dateText,
  type Plain,
  simulationJobVersion,
  type Simulation,
  type SimulationOrder,
  type TierSetFile,
} from '@auction-tiers/contract';
import { sha256 } from '../../auth/secret.ts';
import { toSimulation } from '../../simulation-queue/simulation-queue.ts';
import type { Deps } from '../request/deps.ts';
import { sourceOf } from './log-source.ts';

/** Simulations that a member may have queued or running. */
export const mostUnfinished = 3;

/** A comparison of two tier sets of a ym-profile; `current` has the fee of both. */
export interface Comparison
  extends Pick<SimulationOrder, 'current' | 'draft' | 'log' | 'seed' | 'elasticity' | 'commitments'> {
  readonly owner: number;
  readonly user: string;
  readonly ymProfileId: number;
  /** The stored draft that is compared, if it is one. */
  readonly draftId: number | null;
}

/**
 * Puts a comparison into the queue, or gives the one of the same inputs that is there. Null: the member has `mostUnfinished`
 * queued or running already. Throws `invalid` where there is no auction of the log.
 */
export async function queueComparison(
  deps: Pick<Deps, 'simulations' | 'recorded'>,
  { owner, user, ymProfileId, draftId, ...compared }: Comparison,
): Promise<{ readonly simulation: Simulation; readonly isEarlier: boolean } | null> {
  const { queue } = deps.simulations;
  const { current, draft, log, seed, elasticity, commitments } = compared;
  const order = { ...compared, ...(await sourceOf(deps, owner, ymProfileId, log)) };
  const same = {
    current_sha256: hashOf(current),
    draft_sha256: hashOf(draft),
    revenue_share_pct: current.revenue_share_pct ?? 0,
    log_sha256: log.kind === 'synthetic' ? sha256(JSON.stringify(log)) : null,
  };
  const inputs = { current_revision: current.revision, ...same };
  // Workers of another version may give another report of the same inputs.
  const inputsName = sha256(JSON.stringify([simulationJobVersion, ymProfileId, same, seed, elasticity, commitments]));
  // The content of files is known only when the worker reads them.
  const earlier = log.kind === 'synthetic' ? await queue.findSame(owner, inputsName) : undefined;
  const found = earlier && toSimulation(earlier);
  if (found !== undefined && found.state !== 'failed') return { simulation: found, isEarlier: true };
  const created_on = dateText(Date.now());
  const ids = { member_id: owner, ym_profile_id: ymProfileId, draft_id: draftId };
  const begun = { ...ids, log, seed, elasticity, user, created_on, inputs };
  const added = await queue.add(begun, order, inputsName, mostUnfinished);
  return added === null ? null : { simulation: toSimulation(added), isEarlier: false };
}

/** The SHA-256 of a tier set without dates and revisions. */
export function hashOf({ tiers, profiles }: Pick<TierSetFile, 'tiers' | 'profiles'>): string {
  const said = [
    tiers.map(({ created_on: _created, last_modified: _modified, ...tier }) => sorted(tier)),
    profiles.map(({ last_modified: _modified, ...profile }) => sorted(profile)),
  ];
  return sha256(JSON.stringify(said));
}

/** The attributes by name, so that equal objects give equal texts in any order of writing. */
const sorted = (object: Plain) => Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1));
