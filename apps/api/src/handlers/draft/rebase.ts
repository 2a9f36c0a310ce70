import {
  type CallContext,
  type Draft,
  type DraftContent,
  type MergeConflict,
  type MergedDraft,
  type NamedDraft,
  ServiceError,
} from '@auction-tiers/contract';
import { requireUntested } from '../../experiment/open-experiments.ts';
import { idempotencyOf, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { makeBatchWrite } from '../tier-set/batch-write.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { carryOnto, mergeOnto } from './carry.ts';
import { requireChangeable } from './draft.ts';
import { draftActor, draftUpdate } from './draft-write.ts';
import { requireSeen } from './seen.ts';
import { requireDraftOf, toDraft } from './stored-draft.ts';

/**
 * Carries the changes of a draft onto the live tiers, object by object and field by field. Throws `integrity` with
 * every conflict, and where the tiers that the draft was made from are not known any more.
 */
export async function rebaseDraft(
  deps: Deps,
  call: CallContext,
  { id, member_id, if_match: ifMatch }: NamedDraft,
): Promise<Draft> {
  const { mirror } = deps;
  const owner = sellerOf(call, member_id);
  await makeBatchWrite(deps, call, {
    owner,
    actor: draftActor(call),
    isDryRun: false,
    ...idempotencyOf(call, 'draft/rebase', { id }),
    plan: async () => {
      const held = requireDraftOf(mirror, owner, id);
      const { stored } = held;
      const current = storedTierSet(mirror, owner, stored.ym_profile_id);
      const revision = mirror.revisionOf(owner);
      if (current === undefined) throw notFound('ym-profile', stored.ym_profile_id, 'ym_profile_id');
      await requireSeen(deps, held, ifMatch);
      requireUntested(mirror, stored);
      requireChangeable(stored);
      const merged = requireMerged(await mergeOnto(deps, { held, current }));
      const carried = await carryOnto(deps, call, { held, current, revision }, merged);
      const update = draftUpdate(stored, { ...carried.stored, state: 'open', suspended_reason: null });
      return { writes: [update, ...carried.writes], answer: { id }, warnings: [] };
    },
  });
  return toDraft(requireDraftOf(mirror, owner, id));
}

/** Conflicts that are named as issues at most; all of them are in `conflicts`. */
const mostIssues = 100;

function requireMerged(merged: MergedDraft): DraftContent {
  if (merged.ok) return merged.content;
  const { conflicts } = merged;
  const issues = conflicts.slice(0, mostIssues).map(toIssue);
  const message = `what the draft changes has been changed otherwise since, in ${conflicts.length} places: ${issues.map(({ path, message: text }) => `${path} ${text}`).join('; ')}`;
  throw new ServiceError('integrity', message, { issues, details: { conflicts } });
}

function toIssue({ service, id, field, base, live, draft }: MergeConflict) {
  const path = `${service} ${id}${field === null ? '' : `.${field}`}`;
  if (field === null) return { path, message: live === null ? 'is gone, and changed in the draft' : lacks(draft) };
  const [was, is, proposed] = [base, live, draft].map((value) => JSON.stringify(value));
  return { path, message: `was ${was}, is ${is} now, and ${proposed} in the draft` };
}

const lacks = (draft: unknown) =>
  draft === null ? 'has changed, and the draft lacks it' : 'has changed, and no tier uses it any more';
