import {
  dateText,
  type Member,
  type Plain,
  simulationJobVersion,
  type Simulation,
  type SimulationLog,
  type SimulationOrder,
  type TierSetFile,
} from '@auction-tiers/contract';
import { mostTries } from '@auction-tiers/contract/compare-report';
import { sha256 } from '../../auth/secret.ts';
import { toSimulation } from '../../simulation-queue/simulation-queue.ts';
import type { Deps } from '../request/deps.ts';
import { sourceOf } from './log-source.ts';

/** Simulations that a member may have queued or running. */
export const mostUnfinished = 3;

/** A comparison of two tier sets of a ym-profile; `current` has the fee of both. */
export interface Comparison
  extends Pick<
    SimulationOrder,
    'kind' | 'current' | 'draft' | 'log' | 'seed' | 'elasticity' | 'no_units' | 'commitments' | 'answer'
  > {
  readonly owner: number;
  readonly user: string;
  readonly ymProfileId: number;
  /** The stored draft that is compared, if it is one. */
  readonly draftId: number | null;
  /** Whether comparisons serve to choose the draft: then earlier ones over the same log count as tries. */
  readonly isChoice: boolean;
}

/**
 * Queues a comparison, or gives an earlier one with the same inputs. Null: the member has `mostUnfinished` queued or
 * running already. Throws `invalid` where the log has no auction.
 */
export async function queueComparison(
  deps: Pick<Deps, 'simulations' | 'recorded' | 'mirror'>,
  { owner, user, ymProfileId, draftId, isChoice, ...compared }: Comparison,
): Promise<{ readonly simulation: Simulation; readonly isEarlier: boolean } | null> {
  const { queue } = deps.simulations;
  const { kind, current, draft, log, seed, elasticity, no_units, commitments, answer } = compared;
  const source = await sourceOf(deps, owner, ymProfileId, log);
  const same = {
    current_sha256: hashOf(current),
    draft_sha256: hashOf(draft),
    revenue_share_pct: current.revenue_share_pct ?? 0,
    log_sha256: log.kind === 'synthetic' ? sha256(JSON.stringify(log)) : null,
  };
  const inputs = { current_revision: current.revision, ...same };
  // Workers of another version may give another report of the same inputs.
  const ids = { kind, member_id: owner, ym_profile_id: ymProfileId, draft_id: draftId };
  const listed = isChoice ? (await queue.list(owner)).map(toSimulation) : [];
  const before = listed.filter((one) => one.kind === 'comparison');
  const tries = countTries(before, { ...ids, log, inputs });
  const { calendar } = (deps.mirror.row('member', owner, owner) ?? {}) as Partial<Member>;
  const order = { ...compared, ...source, tries, calendar: calendar ?? [] };
  const declared = [no_units, current.ym_profile.closed_hours];
  const settings = [seed, elasticity, ...declared, tries, commitments, answer, calendar ?? []];
  const inputsName = sha256(JSON.stringify([simulationJobVersion, kind, ymProfileId, same, ...settings]));
  // The content of files is known only when the worker reads them.
  const earlier = log.kind === 'synthetic' ? await queue.findSame(owner, inputsName) : undefined;
  const found = earlier && toSimulation(earlier);
  // Of another version of the service a report may be stored that this one does not read.
  const isOfUse = found?.state === 'done' ? (await queue.report(owner, found.id)) !== null : found?.state !== 'failed';
  if (found !== undefined && isOfUse) return { simulation: found, isEarlier: true };
  const created_on = dateText(Date.now());
  const begun = {
    ...ids,
    log,
    seed,
    elasticity,
    no_units,
    tries,
    experiment_id: answer?.experiment_id ?? null,
    user,
    created_on,
    inputs,
  };
  const added = await queue.add(begun, order, inputsName, mostUnfinished);
  return added === null ? null : { simulation: toSimulation(added), isEarlier: false };
}

type Tried = Pick<Simulation, 'ym_profile_id' | 'draft_id' | 'log'> & {
  readonly inputs: Pick<Simulation['inputs'], 'draft_sha256'>;
};

/** How many contents of the draft were compared over the log, this one included: the best of many is good by chance. */
export function countTries(before: readonly (Tried & Pick<Simulation, 'state'>)[], now: Tried): number {
  const tried = before.filter(
    (one) =>
      one.state !== 'failed' &&
      one.ym_profile_id === now.ym_profile_id &&
      one.draft_id === now.draft_id &&
      isSameLog(one.log, now.log),
  );
  return Math.min(mostTries, new Set([now, ...tried].map(({ inputs }) => inputs.draft_sha256)).size);
}

/** Recorded hours grow while a draft is tried: they are the same log where they overlap. */
function isSameLog(one: SimulationLog, other: SimulationLog): boolean {
  if (one.kind !== 'recorded' || other.kind !== 'recorded') return JSON.stringify(one) === JSON.stringify(other);
  const [from, to] = [one, other].map((log) => [log.from, log.to].map((moment) => Date.parse(moment)));
  return from![0]! < to![1]! && to![0]! < from![1]!;
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
