import {
  type CallContext,
  type DraftContent,
  isSameContent,
  mergeDraft,
  type MergedDraft,
  ServiceError,
  type StoredDraft,
  toContent,
} from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import type { PlannedWrite } from '../tier-set/batch-write.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { baseOf } from './base.ts';
import { contentOfFile, toFile } from './draft-content.ts';
import { changedBy, editsAfter, partWrites } from './draft-write.ts';
import { publisherConflicts, rebasedPublishers, toEntry } from './publishers.ts';
import { contentHash, type HeldDraft } from './stored-draft.ts';

/** A draft and the live tiers that it is to be carried onto. */
export interface Carrying {
  readonly held: HeldDraft;
  readonly current: StoredTierSet;
  /** The revision that the live tiers are of. */
  readonly revision: string;
}

/** A draft after it was carried onto the present live tiers. */
export interface CarriedDraft {
  /** Still in its previous state: the caller sets the new one. */
  readonly stored: StoredDraft;
  readonly content: DraftContent;
  /** The writes of the draft's parts. */
  readonly writes: readonly PlannedWrite[];
}

/** Carries a draft's changes onto the live tiers. Throws `integrity` where its base is not known any more. */
export async function mergeOnto(
  deps: Deps,
  { held, current }: Pick<Carrying, 'held' | 'current'>,
): Promise<MergedDraft> {
  const { stored, content } = held;
  const past = await baseOf(deps, stored);
  if (past === undefined) throw noBase(stored);
  const conflicts = publisherConflicts(stored, current.ym_profile);
  const merged = mergeDraft(toContent(past), toContent(current), content);
  if (conflicts.length === 0) return merged;
  return { ok: false, conflicts: [...conflicts, ...(merged.ok ? [] : merged.conflicts)] };
}

/** Gives a draft the merged content, and the writes that store it. Other content voids an approval and a comparison. */
export async function carryOnto(
  deps: Deps,
  call: CallContext,
  { held, current, revision }: Carrying,
  merged: DraftContent,
): Promise<CarriedDraft> {
  const live = toContent(current);
  const content = await contentOfFile(deps, call, current, toFile(merged));
  const stored = {
    ...held.stored,
    ...(isSameContent(content, held.content) ? {} : changedBy(call)),
    ...rebasedPublishers(held.stored, current.ym_profile),
    base_revision: revision,
    base_sha256: contentHash(live),
    content_sha256: contentHash(content),
  };
  // The user who carries the draft does not count as an editor of its objects.
  const base = toEntry(current.ym_profile, current.ym_profile.publisher_ids, { publisher_ids: null });
  const carried = toEntry(current.ym_profile, current.ym_profile.publisher_ids, stored);
  const edits = await editsAfter(deps, call, {
    base: live,
    before: content,
    after: content,
    ymProfile: { base, before: carried, after: carried },
    edits: held.edits,
  });
  const writes = await partWrites(deps.store, stored.id, held.parts, { ...content, edits });
  return { stored, content, writes };
}

const noBase = ({ id, base_revision: base, ym_profile_id: ymProfile }: StoredDraft) =>
  new ServiceError(
    'integrity',
    `draft ${id} was made from ${base}, which is not kept any more, so that nothing tells what it changes; make another with POST /draft?from=${ymProfile}`,
  );
