import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import {
  type CallContext,
  fileIds,
  invalid,
  type Plain,
  ServiceError,
  simulationJobVersion,
  type Simulation,
  type SimulationLog,
  type StartSimulation,
  type TierSetDraft,
  type TierSetFile,
  toDraftedInSteps,
  toTierSetFile,
} from '@auction-tiers/contract';
import { findSegments } from '@auction-tiers/store/recorded';
import { sha256 } from '../../auth/secret.ts';
import { dateText, toSimulation } from '../../simulation-queue/simulation-queue.ts';
import { inSlices } from '../../slice/slice.ts';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/condition.ts';
import { issuesUnder, notFound } from '../request/refusal.ts';
import { requireFolder } from '../recorded/recorded.ts';
import { requireUsable, usedOf } from '../tier-set/import-answer.ts';
import { feeWarnings } from '../tier-set/file-warning.ts';
import { requireDraft } from '../tier-set/require-draft.ts';
import { storedTierSet, type StoredTierSet } from '../tier-set/stored-tier-set.ts';

/** Simulations that a member may have queued or running. */
const mostUnfinished = 3;

/** Puts a simulation into the queue, unless there is one of the same inputs, which it then gives. */
export async function startSimulation(deps: Deps, call: CallContext, asked: StartSimulation): Promise<Simulation> {
  const { queue } = deps.simulations;
  const owner = sellerOf(call, asked.member_id);
  const { order, inputs } = await prepare(deps, call, owner, asked);
  const { log, seed, elasticity, commitments } = order;
  const { current_revision: _revision, ...same } = inputs;
  // Workers of another version may give another report of the same inputs.
  const named = [simulationJobVersion, asked.ym_profile_id, same, seed, elasticity, commitments];
  const inputsName = sha256(JSON.stringify(named));
  // The content of files is known only when the worker reads them.
  const earlier = log.kind === 'synthetic' ? await queue.findSame(owner, inputsName) : undefined;
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
    const message = `a member may have ${mostUnfinished} simulations queued or running, and yours has as many; wait for one of them`;
    throw new ServiceError('limit', message);
  }
  return toSimulation(added);
}

/** Everything that the worker needs, from the present state, and what identifies the inputs. */
async function prepare(
  deps: Deps,
  call: CallContext,
  owner: number,
  { ym_profile_id: id, member_id, draft, log, ...asked }: StartSimulation,
) {
  const { follower, mirror, simulations } = deps;
  const path = log.kind === 'file' ? await findLogFile(simulations.dataDir, owner, log.name) : null;
  const segments = log.kind === 'recorded' ? await findRecorded(deps, call, { ym_profile_id: id, member_id }, log) : [];
  await follower.fresh(owner);
  const stored = storedTierSet(mirror, owner, id);
  if (stored === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  const current = { ...stored, revision: mirror.revisionOf(owner) };
  const drafted = await issuesUnder('draft', () => toDraftFile(deps, call, stored, draft, dateText(Date.now())));
  for (const warning of feeWarnings(stored, draft)) call.warn(`draft.${warning}`);
  return {
    order: {
      current,
      draft: drafted,
      log,
      path,
      segments,
      seed: asked.seed ?? 'compare',
      elasticity: asked.elasticity ?? 0,
      commitments: asked.commitments ?? [],
    },
    inputs: {
      current_revision: current.revision,
      current_sha256: hashOf(current),
      draft_sha256: hashOf(drafted),
      revenue_share_pct: stored.revenue_share_pct,
      log_sha256: log.kind === 'synthetic' ? sha256(JSON.stringify(log)) : null,
    },
  };
}

/** The files of the recorded auctions that a log names. Throws `invalid` where there are none. */
async function findRecorded(
  deps: Deps,
  call: CallContext,
  asked: Pick<StartSimulation, 'ym_profile_id' | 'member_id'>,
  { from, to }: Extract<SimulationLog, { readonly kind: 'recorded' }>,
): Promise<{ readonly path: string; readonly bytes: number }[]> {
  const folder = resolve(await requireFolder(deps, call, asked));
  const segments = await findSegments(folder, Date.parse(from), Date.parse(to));
  const sized: { readonly path: string; readonly bytes: number }[] = [];
  for (const { path } of segments) {
    // One that has been removed since is no longer there for a worker either.
    const bytes = (await sizeOf(path)) ?? 0;
    if (bytes > 0) sized.push({ path, bytes });
  }
  if (sized.length > 0) return sized;
  const message = `names hours from ${from} to ${to}, of which this host has no recorded auction; GET /recorded lists what there is`;
  throw invalid([{ path: 'log.from', message }]);
}

/** The tier set that an import of a draft would make; throws what the import would. What is new has the ids of the draft. */
export async function toDraftFile(
  deps: Deps,
  call: CallContext,
  current: StoredTierSet,
  draft: TierSetDraft,
  now: string,
): Promise<TierSetFile> {
  const resolved = await requireDraft(deps, call, current, draft);
  const drafted = await inSlices(toDraftedInSteps(resolved, fileIds(resolved, current)));
  await inSlices(requireUsable(current.ym_profile.id, usedOf(drafted)));
  return toTierSetFile(drafted, current.ym_profile, now);
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

/**
 * The file of a member's log, by its name: in the folder `logs/<member id>` of the data, and not by a link out of it.
 * Throws `invalid` where there is none.
 */
export async function findLogFile(dataDir: string, memberId: number, name: string): Promise<string> {
  const folder = await real(join(dataDir, 'logs', String(memberId)));
  const file = folder === undefined ? undefined : await real(join(folder, name));
  const isInside = folder !== undefined && file?.startsWith(folder + sep) === true;
  if (file !== undefined && isInside && (await stat(file)).isFile()) return file;
  const message = `is ${JSON.stringify(name)}, which is none of your logs; an operator puts them into the folder logs/${memberId} of the service's data`;
  throw invalid([{ path: 'log.name', message }]);
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}
