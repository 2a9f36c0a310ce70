import { z } from 'zod';
import { isSameValue } from '../resource/object.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { Id } from '../value/scalar.ts';
import { type ContentEntry, decidedFields, type DraftContent } from './draft-content.ts';
import type { TierSetResource } from '../tier-set/draft-entry.ts';

/** A field or object that both a draft and the live tier set have changed since the draft's base, in different ways. */
export const MergeConflict = z.strictObject({
  service: z.enum(['ym-profile', 'ym-auction-tier', 'profile']).describe('What kind of object it is'),
  id: Id.describe('Its identifier'),
  name: z.string().nullable().describe('Name of the object'),
  field: z.string().nullable().describe('Name of the field; null: one side has changed the object, the other lacks it'),
  base: z.unknown().describe('Its value when the draft was made; of an object that neither side had then, null'),
  live: z.unknown().describe('Its value now; null also where the object is gone'),
  draft: z.unknown().describe('Its value in the draft; null also where the draft lacks the object'),
});
export type MergeConflict = z.output<typeof MergeConflict>;

export type MergedDraft =
  | { readonly ok: true; readonly content: DraftContent }
  | { readonly ok: false; readonly conflicts: readonly MergeConflict[] };

/** The three versions of an object; absent: that side does not have it. */
interface Versions {
  readonly base: ContentEntry | undefined;
  readonly live: ContentEntry | undefined;
  readonly draft: ContentEntry | undefined;
}

/**
 * Carries a draft's changes since `base` onto the live tier set, object by object and field by field. A field changed
 * on both sides in different ways is a conflict, and so is an object changed on one side and deleted on the other.
 * Draft entries without an id are new. A profile is merged if the merged tiers use it; an unused one that a side has
 * changed is a conflict, because the change would be lost.
 */
export function mergeDraft(base: DraftContent, live: DraftContent, draft: DraftContent): MergedDraft {
  const conflicts: MergeConflict[] = [];
  const tiers = mergeList([base.tiers, live.tiers, draft.tiers], (versions) => mergeTier(versions, conflicts));
  const used = new Set(tiers.map(({ profile_id: id }) => id));
  const profiles = mergeList([base.profiles, live.profiles, draft.profiles], (versions, id) =>
    mergeProfile(versions, used.has(id), conflicts),
  );
  return conflicts.length === 0 ? { ok: true, content: { tiers, profiles } } : { ok: false, conflicts };
}

/** Live objects first, in their order, then what only the draft has. */
function mergeList(
  [base, live, draft]: readonly [readonly ContentEntry[], readonly ContentEntry[], readonly ContentEntry[]],
  merge: (versions: Versions, id: number) => ContentEntry | null,
): readonly ContentEntry[] {
  const [before, now, drafted] = [byId(base), byId(live), byId(draft)];
  const ids = new Set([...now.keys(), ...drafted.keys(), ...before.keys()]);
  const merged = [...ids].map((id) => merge({ base: before.get(id), live: now.get(id), draft: drafted.get(id) }, id));
  return [...merged.filter((one) => one !== null), ...draft.filter(({ id }) => id === undefined)];
}

const byId = (entries: readonly ContentEntry[]): ReadonlyMap<number, ContentEntry> =>
  new Map(entries.flatMap((entry) => (entry.id === undefined ? [] : [[entry.id, entry] as const])));

/** The merged tier; null: the merged set does not have it. */
function mergeTier(versions: Versions, conflicts: MergeConflict[]): ContentEntry | null {
  const { base, live, draft } = versions;
  if (live !== undefined && draft !== undefined) return mergeFields(tierResource, versions, conflicts);
  const left = live ?? draft;
  if (left === undefined) return null;
  if (base === undefined) return left;
  if (!isSame(tierResource, base, left)) conflicts.push(conflictOf(tierResource, left, null, [base, live, draft]));
  return null;
}

function mergeProfile(versions: Versions, isUsed: boolean, conflicts: MergeConflict[]): ContentEntry | null {
  const { base, live, draft } = versions;
  if (isUsed) {
    if (live !== undefined && draft !== undefined) return mergeFields(profileResource, versions, conflicts);
    return live ?? draft ?? null;
  }
  const changed = [live, draft].find(
    (one) => one !== undefined && base !== undefined && !isSame(profileResource, base, one),
  );
  if (changed !== undefined) conflicts.push(conflictOf(profileResource, changed, null, [base, live, draft]));
  return null;
}

function mergeFields(
  resource: TierSetResource,
  { base, live = {}, draft = {} }: Versions,
  conflicts: MergeConflict[],
): ContentEntry {
  const merged: Record<string, unknown> = { ...live };
  for (const field of decidedFields(resource)) {
    const [before, now, drafted] = [base?.[field], live[field], draft[field]];
    if (isSameValue(now, drafted)) continue;
    if (base !== undefined && isSameValue(before, now)) merged[field] = drafted;
    else if (base === undefined || !isSameValue(before, drafted)) {
      conflicts.push(conflictOf(resource, live, field, [before, now, drafted]));
    }
  }
  return merged;
}

function conflictOf(
  { service }: TierSetResource,
  { id, name }: ContentEntry,
  field: string | null,
  [base = null, live = null, draft = null]: readonly unknown[],
): MergeConflict {
  return { service, id: id!, name: (name ?? null) as string | null, field, base, live, draft };
}

const isSame = (resource: TierSetResource, one: ContentEntry, other: ContentEntry): boolean =>
  decidedFields(resource).every((field) => isSameValue(one[field], other[field]));
