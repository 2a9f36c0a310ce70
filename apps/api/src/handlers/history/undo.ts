import {
  type AuctionTier,
  changedFields,
  type ContentEntry,
  isSameValue,
  mergeDraft,
  type MergeConflict,
  type Plain,
  ServiceError,
  type TargetingProfile,
  toContent,
  type YmProfile,
  ymProfileResource,
} from '@auction-tiers/contract';
import type { YmProfileStep } from '@auction-tiers/store';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { placeBefore, type ReadLog } from '../resource/change-log-search.ts';
import { type Moment, requireMoment } from './moment.ts';
import type { PastObjects } from './past-objects.ts';
import { composeTierSet, objectsAt } from './past-tier-set.ts';
import { type Asked, type Back, type PlannedBack, planRestore, planTowards } from './restore.ts';

/**
 * Undoes one step of a ym-profile and keeps the later ones. Throws `integrity` with every conflict: a field that both the
 * step and a later one changed.
 */
export const undoing: Back = { act: 'undo', plan: planUndo };

async function planUndo(deps: Deps, { id, revision, isDryRun, now }: Asked): Promise<PlannedBack> {
  const { present, current } = now;
  const { owner } = present;
  const moment = await requireMoment(deps, owner, revision);
  const step = await stepAt(deps, owner, id, moment, revision);
  const earlier = { ...moment, revision: step.first - 1 };
  const [before, after] = [await objectsAt(deps, present, earlier), await objectsAt(deps, present, moment)];
  const [was, became] = [await composeTierSet(before, owner, id), await composeTierSet(after, owner, id)];
  if (was === undefined) throw refusal(`the step at ${revision} made ym-profile ${id}; delete the ym-profile instead`);
  if (became === undefined) {
    // The step deleted the ym-profile, and no later step created it again.
    if (current === undefined) return planRestore(deps, { id, moment: earlier, isDryRun }, now);
    throw refusal(`ym-profile ${id} has been made again since the step at ${revision}`);
  }
  if (current === undefined) throw notFound('ym-profile', id);
  const merged = mergeDraft(toContent(became), toContent(current), toContent(was));
  const [ymProfile, conflicts] = mergeYmProfile(became.ym_profile, current.ym_profile, was.ym_profile);
  if (!merged.ok || conflicts.length > 0) throw conflicting([...conflicts, ...(merged.ok ? [] : merged.conflicts)]);
  const { tiers, profiles } = merged.content;
  const wanted = {
    ...current,
    ym_profile: ymProfile,
    tiers: tiers.map((entry) => ({
      ...rowOf('ym-auction-tier', entry, [before, present.rows.get('ym-auction-tier')]),
      ym_profile_id: id,
    })) as AuctionTier[],
    profiles: profiles.map((entry) =>
      rowOf('profile', entry, [before, present.rows.get('profile')]),
    ) as TargetingProfile[],
  };
  const kept = new Set(wanted.tiers.map((tier) => tier.id));
  const isMadeByStep = (one: number) =>
    before.get('profile', one) === undefined && after.get('profile', one) !== undefined;
  const used = new Set(wanted.profiles.map((profile) => profile.id));
  const gone = {
    tiers: current.tiers.filter((tier) => !kept.has(tier.id)),
    profiles: current.profiles.filter(({ id: one }) => !used.has(one) && !now.others.has(one) && isMadeByStep(one)),
  };
  return planTowards(deps, { id, wanted, gone, unneeded: [], isDryRun }, now);
}

/** The step of a ym-profile that ended at a moment. Throws `not_found` where none did. */
async function stepAt(
  { store }: Deps,
  owner: number,
  id: number,
  moment: Moment,
  revision: string,
): Promise<YmProfileStep> {
  const readLog: ReadLog = async (from, count) => {
    const { steps, total } = await store.stepsOf(owner, id, from, count);
    return { changes: steps.map(({ change, revision: ended }) => ({ ...change, revision: ended })), total };
  };
  let index = await placeBefore(readLog, moment.revision + 1);
  let step: YmProfileStep | undefined;
  // Steps that are made meanwhile move it on.
  do [step] = (await store.stepsOf(owner, id, index++, 1)).steps;
  while (step !== undefined && step.revision > moment.revision);
  if (step?.revision === moment.revision) return step;
  const message = `is ${JSON.stringify(revision)}, allowed: the revision of a step of ym-profile ${id}, as its history shows it`;
  throw new ServiceError('not_found', `revision ${message}`, { issues: [{ path: 'revision', message }] });
}

/** An object with its merged attributes; the others are as they are now or, for a deleted object, as they were. */
function rowOf(
  service: 'ym-auction-tier' | 'profile',
  entry: ContentEntry,
  [before, now = []]: readonly [PastObjects, readonly Plain[] | undefined],
): Plain {
  const present = now.find(({ id }) => id === entry.id);
  return { ...(present ?? before.get(service, entry.id ?? 0)), ...entry };
}

const at = (row: Plain, field: string) => row[field] ?? null;

/** Undoes what the step changed in the ym-profile itself; a field that has been changed since is a conflict. */
function mergeYmProfile(became: YmProfile, current: YmProfile, was: YmProfile): [YmProfile, MergeConflict[]] {
  const conflicts: MergeConflict[] = [];
  const merged: Record<string, unknown> = { ...current };
  for (const field of changedFields(ymProfileResource, became, was)) {
    const [base, live, draft] = [at(became, field), at(current, field), at(was, field)];
    if (isSameValue(live, base)) merged[field] = draft;
    else if (!isSameValue(live, draft)) {
      const { id, name } = current;
      conflicts.push({ service: 'ym-profile', id, name, field, base, live, draft });
    }
  }
  return [merged as YmProfile, conflicts];
}

const refusal = (message: string) => new ServiceError('integrity', message);

/** Conflicts that are named as issues at most; all of them are in `conflicts`. */
const mostIssues = 100;

function conflicting(conflicts: readonly MergeConflict[]): ServiceError {
  const issues = conflicts.slice(0, mostIssues).map(({ service, id, field, base, live, draft }) => {
    const [became, is, was] = [base, live, draft].map((value) => JSON.stringify(value));
    const message =
      field === null
        ? 'was made, changed or deleted by a later step'
        : `became ${became} in the step, is ${is} now, and was ${was} before it`;
    return { path: `${service} ${id}${field === null ? '' : `.${field}`}`, message };
  });
  const message = `later steps have changed what the step changed, in ${conflicts.length} places: ${issues.map(({ path, message: text }) => `${path} ${text}`).join('; ')}`;
  return new ServiceError('integrity', message, { issues, details: { conflicts } });
}
