import {
  type CallContext,
  type Draft,
  type DraftContent,
  isSameContent,
  mergeDraft,
  type MergeConflict,
  type NamedDraft,
  ServiceError,
  type StoredDraft,
  toContent,
} from '@auction-tiers/contract';
import { idempotencyOf, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { makeStep } from '../tier-set/make-step.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { baseOf } from './base.ts';
import { changedBy, requireChangeable } from './draft.ts';
import { contentOfFile, toFile } from './draft-content.ts';
import { draftActor, draftUpdate, partWrites } from './draft-step.ts';
import { contentHash, requireDraftOf, toDraft } from './stored-draft.ts';

/**
 * Carries what a draft changed onto the tiers that are live, object by object and field by field. Throws `integrity` with
 * every conflict, and where the tiers that the draft was made from are not known any more.
 */
export async function rebaseDraft(deps: Deps, call: CallContext, { id, member_id }: NamedDraft): Promise<Draft> {
  const { mirror, store } = deps;
  const owner = sellerOf(call, member_id);
  await makeStep(deps, call, {
    owner,
    actor: draftActor(call),
    isTrial: false,
    ...idempotencyOf(call, 'draft/rebase', { id }),
    plan: async () => {
      const { stored, parts, content } = requireDraftOf(mirror, owner, id);
      const current = storedTierSet(mirror, owner, stored.ym_profile_id);
      const base_revision = mirror.revisionOf(owner);
      if (current === undefined) throw notFound('ym-profile', stored.ym_profile_id, 'ym_profile_id');
      requireChangeable(stored);
      const live = toContent(current);
      const past = await baseOf(deps, stored);
      if (past === undefined) throw noBase(stored);
      const merged = requireMerged(mergeDraft(toContent(past), live, content));
      const proposed = await contentOfFile(deps, call, current, toFile(merged));
      const update = draftUpdate(stored, {
        base_revision,
        base_sha256: await contentHash(live),
        state: 'open',
        suspended_reason: null,
        ...(isSameContent(proposed, content) ? {} : changedBy(call)),
      });
      return { writes: [update, ...(await partWrites(store, id, parts, proposed))], answer: { id }, warnings: [] };
    },
  });
  return toDraft(requireDraftOf(mirror, owner, id));
}

const noBase = ({ id, base_revision: base, ym_profile_id: ymProfile }: StoredDraft) =>
  new ServiceError(
    'integrity',
    `draft ${id} was made from ${base}, which is not kept any more, so that nothing tells what it changes; make another with POST /draft?from=${ymProfile}`,
  );

/** Conflicts that are named as issues at most; all of them are in `conflicts`. */
const mostIssues = 100;

function requireMerged(merged: ReturnType<typeof mergeDraft>): DraftContent {
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
