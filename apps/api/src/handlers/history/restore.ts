import {
  type BackAnswer,
  type CallContext,
  changedFields,
  type ImportAnswer,
  type ObjectPair,
  type Plain,
  profileResource,
  type RestoreInput,
  ServiceError,
  tierResource,
  toContent,
  ymProfileResource,
} from '@auction-tiers/contract';
import { openExperimentOf } from '../../experiment/open-experiments.ts';
import { experimentUpdate, pausedFor } from '../tier-set/experiment-write.ts';
import type { Deps } from '../request/deps.ts';
import { forEachBreathing } from '../../loop/breathe.ts';
import { actorOf, idempotencyOf, requireDirectWrites, requireTag, sellerOf } from '../request/condition.ts';
import { unreadable } from '../request/refusal.ts';
import type { Beside } from '../tier-set/live-change.ts';
import { makeBatchWrite, type PlannedBatchWrite, type PlannedWrite } from '../tier-set/batch-write.ts';
import { otherUsers, type StoredTierSet, storedTierSet, tierSetTag } from '../tier-set/stored-tier-set.ts';
import { answerOf } from './difference-answer.ts';
import { type Moment, requireMoment } from './moment.ts';
import type { PastObjects } from './past-objects.ts';
import { objectsAt, requireSound, type Present, presentOf, tierSetOf } from './past-tier-set.ts';

/** What is asked for when a ym-profile is taken back, and its present state. */
export interface Asked extends Pick<RestoreInput, 'id' | 'revision'> {
  readonly owner: number;
  readonly isDryRun: boolean;
  readonly now: Now;
}

/** A step back: its writes, and the tier set that it leads to. */
export interface PlannedBack extends PlannedBatchWrite<Omit<ImportAnswer, 'revision'>> {
  readonly wanted: StoredTierSet;
}

/** A way back. `act`: the last part of its path. */
export interface Back {
  readonly act: 'restore' | 'undo';
  readonly plan: (deps: Deps, asked: Asked) => Promise<PlannedBack>;
}

/** Takes a ym-profile back in one step, or says what that would do. */
export async function takeBack(
  deps: Deps,
  call: CallContext,
  input: RestoreInput,
  { back, beside }: { readonly back: Back; readonly beside: Beside },
): Promise<BackAnswer> {
  const { member_id, id, revision, dry_run: isDryRun = false, note } = input;
  const owner = sellerOf(call, member_id);
  const author = note === undefined ? call : { ...call, note };
  const advice = `POST /ym-profile/${back.act}?id=${id}&revision=${revision}&as_draft=true makes a draft of exactly that content`;
  const done = await makeBatchWrite(deps, call, {
    owner,
    ymProfileId: id,
    actor: actorOf(author, back.act),
    isDryRun,
    ...(isDryRun ? {} : idempotencyOf(call, `ym-profile/${back.act}`, { id, revision, note })),
    plan: async () => {
      requireDirectWrites(call, deps.mirror, owner, advice);
      const asked = await askedOf(deps, owner, input);
      const tested = openExperimentOf(deps.mirror, owner, id);
      const planned = await back.plan(deps, asked);
      const { current } = asked.now;
      const after = toContent(planned.wanted);
      const told = await beside({ owner, ymProfileId: id, before: current && toContent(current), after });
      const warned = { ...planned, warnings: [...told, ...planned.warnings] };
      if (tested?.state !== 'running') return warned;
      const pause = experimentUpdate(tested, pausedFor(`${call.caller.username} took ym-profile ${id} back`));
      const warnings = [...warned.warnings, `experiment ${tested.id}, which runs on ym-profile ${id}, is paused`];
      return { ...planned, writes: isDryRun ? planned.writes : [...planned.writes, pause], warnings };
    },
  });
  return { ...done, draft_id: null };
}

/** The present state of what is taken back. Throws `precondition_failed` where the caller has seen another one. */
export async function askedOf(deps: Deps, owner: number, input: RestoreInput): Promise<Asked> {
  const { id, revision, dry_run: isDryRun = false, if_match: ifMatch } = input;
  const now = {
    present: presentOf(deps, owner),
    current: storedTierSet(deps.mirror, owner, id),
    others: otherUsers(deps.mirror, owner, id),
  };
  if (ifMatch !== undefined) await requireSeen(ifMatch, now.current, id);
  return { id, revision, owner, isDryRun, now };
}

/** Makes a ym-profile with its tiers and their profiles what it was at a revision. */
export const restoring: Back = {
  act: 'restore',
  plan: async (deps, { owner, revision, ...asked }) =>
    planRestore(deps, { ...asked, moment: await requireMoment(deps, owner, revision) }, asked.now),
};

/** Throws `precondition_failed` unless the tier set is one that the caller has seen: a deleted one has no state at all. */
async function requireSeen(ifMatch: string, current: StoredTierSet | undefined, id: number): Promise<void> {
  if (current !== undefined) return requireTag(ifMatch, tierSetTag(current), `the tier set of ym-profile ${id}`);
  const message = `ym-profile ${id} was deleted, and the request names a state of it in If-Match (${ifMatch})`;
  throw new ServiceError('precondition_failed', message, {
    issues: [{ path: 'if_match', message: `is ${ifMatch}, but the ym-profile was deleted` }],
  });
}

/** The member's present objects, all of one moment. */
export interface Now {
  readonly present: Present;
  /** Undefined: the ym-profile does not exist. */
  readonly current: StoredTierSet | undefined;
  /** The other ym-profiles that use a profile, by its id. */
  readonly others: ReadonlyMap<number, readonly number[]>;
}

/** Plans the step that makes a ym-profile what it was at a moment. */
export async function planRestore(
  deps: Deps,
  { id, moment, isDryRun }: { readonly id: number; readonly moment: Moment; readonly isDryRun: boolean },
  { present, current, others }: Now,
): Promise<PlannedBack> {
  const past = await objectsAt(deps, present, moment);
  const wanted = await tierSetOf(past, present.owner, id, moment);
  await requireReadableThen(past, current ?? {}, others);
  const gone = {
    tiers: (current?.tiers ?? []).filter((tier) => past.get('ym-auction-tier', tier.id)?.['ym_profile_id'] !== id),
    // A profile that existed then stays, even if the tiers did not need it then.
    profiles: (current?.profiles ?? []).filter(
      ({ id: one }) => past.get('profile', one) === undefined && !others.has(one),
    ),
  };
  const needed = new Set(wanted.profiles.map((profile) => profile.id));
  // Restored too: otherwise a restore that changes it and makes the tiers need it could not be undone.
  const unneeded = (current?.profiles ?? []).flatMap(({ id: one }): Plain[] => {
    const then = needed.has(one) || others.has(one) ? undefined : past.get('profile', one);
    return then === undefined ? [] : [then];
  });
  return planTowards(deps, { id, wanted, gone, unneeded, isDryRun }, { present, current, others });
}

/** The tier set that a step leads to, and the other objects that the step changes. */
interface Towards {
  readonly id: number;
  readonly wanted: StoredTierSet;
  /** The objects that are deleted. */
  readonly gone: { readonly tiers: readonly Plain[]; readonly profiles: readonly Plain[] };
  /** Profiles that are restored although no tier of the set needs them. */
  readonly unneeded: readonly Plain[];
  readonly isDryRun: boolean;
}

/** Plans the step from the present objects to a tier set. Throws `integrity` with what prevents it. */
export async function planTowards(
  deps: Deps,
  { id, wanted, gone, unneeded, isDryRun }: Towards,
  { present, current, others }: Now,
): Promise<PlannedBack> {
  requireNothingHidden(present, id);
  const rows = rowsOf(present);
  const issues = [...takenTiers(wanted, rows), ...sharedProfiles(wanted, rows, others)];
  if (issues.length > 0) {
    const message = issues.map(({ path, message: text }) => `${path} ${text}`).join('; ');
    throw new ServiceError('integrity', message, { issues: issues.slice(0, mostIssues) });
  }
  const pairs: ObjectPair[] = [
    { resource: ymProfileResource, before: current?.ym_profile ?? null, after: wanted.ym_profile },
    ...[...wanted.profiles, ...unneeded].map((after: Plain) => ({
      resource: profileResource,
      before: rows.profile.get(after['id'] as number) ?? null,
      after,
    })),
    ...wanted.tiers.map((after) => ({ resource: tierResource, before: rows.tier.get(after.id) ?? null, after })),
    ...gone.tiers.map((before) => ({ resource: tierResource, before, after: null })),
    ...gone.profiles.map((before) => ({ resource: profileResource, before, after: null })),
  ];
  return {
    writes: pairs.flatMap(toWrite),
    answer: await answerOf(pairs, wanted, isDryRun),
    warnings: warningsOf(deps, wanted, current),
    wanted,
  };
}

/** Issues that an error names at most. */
const mostIssues = 100;

interface Rows {
  readonly tier: ReadonlyMap<number, Plain>;
  readonly profile: ReadonlyMap<number, Plain>;
}

const rowsOf = ({ rows }: Present): Rows => ({
  tier: byId(rows.get('ym-auction-tier') ?? []),
  profile: byId(rows.get('profile') ?? []),
});
const byId = (rows: readonly Plain[]) => new Map(rows.map((row) => [row['id'] as number, row]));

/** Throws where an object that the restore would replace or remove cannot be read. */
function requireNothingHidden({ unread }: Present, ymProfileId: number): void {
  for (const { service, id, problem, readable } of unread) {
    const isOwn = service === 'ym-profile' ? id === ymProfileId : readable['ym_profile_id'] === ymProfileId;
    if (isOwn || service === 'profile') throw unreadable(service, id, problem);
  }
}

/** Throws where an object of the present tier set was unreadable then: its restored state is not known. */
async function requireReadableThen(
  past: PastObjects,
  { tiers = [], profiles = [] }: Partial<StoredTierSet>,
  others: Now['others'],
): Promise<void> {
  const own = profiles.filter(({ id }) => !others.has(id));
  const ids = new Map<string, ReadonlySet<number>>([
    [tierResource.service, new Set(tiers.map(({ id }) => id))],
    [profileResource.service, new Set(own.map(({ id }) => id))],
  ]);
  for (const { service, id, problem } of past.unreadable()) {
    if (ids.get(service)?.has(id) === true) throw unreadable(service, id, problem);
  }
  await forEachBreathing(tiers, ({ id }) => requireSound(tierResource, past.get('ym-auction-tier', id)));
  await forEachBreathing(own, ({ id }) => requireSound(profileResource, past.get('profile', id)));
}

/** Issues for tiers that belong to another ym-profile now: moving them back would change that ym-profile too. */
const takenTiers = ({ ym_profile: { id }, tiers }: StoredTierSet, rows: Rows) =>
  tiers.flatMap((tier) => {
    const holder = rows.tier.get(tier.id)?.['ym_profile_id'] as number | undefined;
    if (holder === undefined || holder === id) return [];
    const message = `is now one of ym-profile ${holder}, and was one of ym-profile ${id}; move it back or delete it first`;
    return [{ path: `ym-auction-tier ${tier.id}`, message }];
  });

/** Issues for profiles that would change and that other ym-profiles use too. */
const sharedProfiles = ({ profiles }: StoredTierSet, rows: Rows, others: Now['others']) =>
  profiles.flatMap((profile) => {
    const users = others.get(profile.id);
    const stored = rows.profile.get(profile.id);
    if (users === undefined || stored === undefined) return [];
    const fields = changedFields(profileResource, stored, profile);
    if (fields.length === 0) return [];
    const message = `is used by ym-profile ${users.join(', ')} too, and was different in ${fields.join(', ')}; give those tiers another profile first`;
    return [{ path: `profile ${profile.id}`, message }];
  });

/** The write that makes an object what it was; none where nothing differs. */
function toWrite({ resource, before, after }: ObjectPair): PlannedWrite[] {
  const id = (after ?? before)?.['id'] as number;
  const path = `${resource.service} ${id}`;
  if (after === null) return [{ write: { operation: 'delete', resource, id }, before, path }];
  if (before === null) return [{ write: { operation: 'create', resource, id, value: after }, before, path }];
  const isSame = changedFields(resource, before, after).length === 0;
  return isSame ? [] : [{ write: { operation: 'update', resource, id, value: after }, before, path }];
}

/** Warnings of settings that are not restored, and of buyers in restored tiers that the directory lacks. */
function warningsOf(
  { buyerNames }: Pick<Deps, 'buyerNames'>,
  wanted: StoredTierSet,
  current: StoredTierSet | undefined,
) {
  const settings = (['revenue_share_pct', 'timezone', 'currency'] as const).flatMap((name) =>
    current === undefined || wanted[name] === current[name]
      ? []
      : [`${name} was ${wanted[name]}, and stays ${current[name]}; PUT /member changes it`],
  );
  const buyers = wanted.tiers.flatMap(({ id, buyer_members: members }) =>
    (members ?? [])
      .filter((buyer) => buyerNames.nameOf(buyer.id) === undefined)
      .map((buyer) => `ym-auction-tier ${id} names member ${buyer.id}, which the directory does not have`),
  );
  return [...settings, ...buyers];
}
