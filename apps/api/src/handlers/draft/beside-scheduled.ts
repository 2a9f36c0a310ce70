import {
  type DraftContent,
  isSameContent,
  mergeDraft,
  type MergeConflict,
  ServiceError,
  type StoredDraft,
} from '@auction-tiers/contract';
import { publishingOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { findingsOf, type UsedTierSet } from '../tier-set/import-answer.ts';
import type { LiveChange } from '../tier-set/live-change.ts';
import { baseContentOf } from './base.ts';
import { nouns } from './conflict-words.ts';
import { newErrors } from './lint-error.ts';
import { requireDraftOf, scheduledFor } from './stored-draft.ts';

/** Warns who changes live tiers beside a scheduled draft: which it is, when it is due, and what will become of it. */
export async function besideScheduled(deps: Deps, change: LiveChange): Promise<readonly string[]> {
  const { owner, ymProfileId, before, after, draftId } = change;
  const scheduled = scheduledFor(deps.mirror, owner, ymProfileId);
  if (scheduled === undefined || scheduled.id === draftId) return [];
  if (before !== undefined && isSameContent(before, after)) return [];
  const { id, name, publish_at: at, scheduled_by: user } = scheduled;
  const title = `draft ${id}${name === null ? '' : ` "${name}"`}`;
  return [`${title} is scheduled for ${at} UTC by ${user}: ${await fate(deps, scheduled, change)}`];
}

/** What will happen to a scheduled draft at its time if nothing else changes before. */
async function fate(deps: Deps, stored: StoredDraft, { before, after }: LiveChange): Promise<string> {
  if (stored.if_changed === 'suspend') return 'it will be suspended, because it was scheduled for unchanged tiers only';
  const base = await baseContentOf(deps, stored, before ?? after);
  if (base === undefined) return 'it will be suspended, because what it was made from is not kept any more';
  const content = contentOf(deps, stored);
  if (content === undefined) return 'it will be suspended, because it is stored in a form that cannot be read';
  const merged = mergeDraft(base, after, content);
  if (!merged.ok) {
    const places = merged.conflicts.slice(0, mostNamed).map(placeWords);
    const more = merged.conflicts.length - places.length;
    return `it will be suspended, because both change ${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
  if (!isSameContent(merged.content, content) && publishingOf(deps.mirror, stored.member_id) === 'approved') {
    return 'it will be suspended, because it then needs another approval';
  }
  const error = await newErrorOf(stored.ym_profile_id, merged.content, [after, content]);
  return error === undefined
    ? 'its changes will be applied to these tiers'
    : `it will be suspended, because applied to these tiers it would have an error that neither has: ${error}`;
}

/** The content of a draft; undefined where a part of it cannot be read, which must not keep other changes from going live. */
function contentOf({ mirror }: Pick<Deps, 'mirror'>, { id, member_id: owner }: StoredDraft): DraftContent | undefined {
  try {
    return requireDraftOf(mirror, owner, id).content;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The first error of a content that the others do not have; undefined: it has none. */
async function newErrorOf(
  ymProfileId: number,
  content: DraftContent,
  others: readonly DraftContent[],
): Promise<string | undefined> {
  const lintOf = async (one: DraftContent) => ({ findings: await findingsOf(ymProfileId, withIds(one)) });
  const found = await lintOf(content);
  if (newErrors(found, []).length === 0) return undefined;
  return newErrors(found, await Promise.all(others.map(lintOf)))[0]?.message;
}

/** An id that no stored object has, and no dry run gives (`unusedIds`). */
const firstFreeId = 2 ** 52;

/** A content as lint takes it. Tiers that only the draft has are numbered alike before and after it is carried. */
function withIds({ tiers, profiles }: DraftContent): UsedTierSet {
  let id = firstFreeId;
  return { tiers: tiers.map((tier) => ({ id: id++, ...tier })), profiles } as unknown as UsedTierSet;
}

const mostNamed = 5;

function placeWords({ service, id, name, field }: MergeConflict): string {
  const object = `${nouns[service]} ${id}${name === null ? '' : ` ${name}`}`;
  return field === null ? object : `${field} of ${object}`;
}
