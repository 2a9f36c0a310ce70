import type { TierSetFile } from '../engine/tier-set-file.ts';
import type { Issue } from '../error/issue.ts';
import type { Plain } from '../resource/object.ts';
import { completeProfile, type Places, profileResource } from '../resources/profile.ts';
import { type BuyerNames, tierCompletion, tierResource } from '../resources/tier.ts';
import type { ProfileDraft, TierDraft, TierSetDraft } from './draft-file.ts';
import {
  changedFields,
  checkedValue,
  type Complete,
  type DraftEntry,
  isEqual,
  issuesOfDraft,
  issuesOfUnique,
  type Problems,
  sentValue,
} from './draft-entry.ts';

/** The present tier set. */
export type CurrentTierSet = Omit<TierSetFile, 'revision'>;

/** What a draft refers to and does not contain. */
export interface DraftSources {
  readonly buyerNames: BuyerNames;
  readonly places: Places;
  /** Finds a profile of the member, in any tier set. Default: the profiles of this tier set. */
  readonly profileOf?: (id: number) => Plain | undefined;
  /** The other ym-profiles that use a profile, by its id. Default: none. */
  readonly otherUsers?: ReadonlyMap<number, readonly number[]>;
  /** Receives a warning about each ignored value. */
  readonly warn: (message: string) => void;
}

/** An imported file, each entry matched with the object that it replaces. */
export interface ResolvedDraft {
  readonly profiles: readonly DraftEntry[];
  readonly tiers: readonly DraftEntry[];
  readonly removedTiers: readonly Plain[];
  readonly removedProfiles: readonly Plain[];
}

/** A resolved draft, or every issue of the file: of its values (`invalid`) or else of its references (`integrity`). */
export type DraftResolution =
  | { readonly ok: true; readonly draft: ResolvedDraft }
  | { readonly ok: false; readonly kind: 'invalid' | 'integrity'; readonly issues: readonly Issue[] };

/**
 * Matches a file's entries with a ym-profile's tier set. An entry with the id of a tier or profile of the set is that
 * object. Another profile is the member's stored profile with its id, if they are equal. All others are created.
 */
export function resolveDraft(current: CurrentTierSet, draft: TierSetDraft, sources: DraftSources): DraftResolution {
  const wrong = issuesOfDraft(draft);
  if (wrong.length > 0) return { ok: false, kind: 'invalid', issues: wrong };
  const { id: ymProfileId, member_id: memberId } = current.ym_profile;
  const { buyerNames, places, otherUsers: others = new Map<number, readonly number[]>(), warn } = sources;
  const storedProfiles = new Map<number, Plain>(current.profiles.map((profile) => [profile.id, profile]));
  const profileOf = sources.profileOf ?? ((id: number) => storedProfiles.get(id));
  const problems: Problems = { invalid: [], dangling: [], warn };
  const profileWithPlaces: Complete = (value, found) => completeProfile(value, places, found);
  const tierWithBuyers: Complete = tierCompletion(buyerNames);
  const used = new Set(draft.tiers.map((tier) => tier.profile_id ?? null));

  const profiles: DraftEntry[] = [];
  for (const [index, entry] of (draft.profiles ?? []).entries()) {
    const path = `profiles.${index}`;
    if (used.has(entry.id ?? null) && entry.id !== undefined) {
      profiles.push(profileEntry(entry, entry.id, path, index));
    } else warn(`${path} is used by no tier of the file and was ignored`);
  }

  function profileEntry(entry: ProfileDraft, fileId: number, path: string, index: number): DraftEntry {
    const sent = sentValue(profileResource, entry, { member_id: memberId });
    const stored = profileOf(fileId);
    const isSame = stored !== undefined && isEqual(profileResource, stored, sent);
    const before = storedProfiles.has(fileId) || isSame ? (stored ?? null) : null;
    const value = checkedValue(profileResource, sent, { path, before }, profileWithPlaces, problems);
    return { resource: profileResource, path, place: index, fileId, before, value };
  }

  const created = new Set(profiles.filter(({ before }) => before === null).map(({ fileId }) => fileId));
  const storedTiers = new Map(current.tiers.map((tier) => [tier.id, tier]));
  const tiers = draft.tiers.map((entry, index) => tierEntry(entry, `tiers.${index}`, index));

  function tierEntry(entry: TierDraft, path: string, index: number): DraftEntry {
    const { id: fileId = null } = entry;
    const before = (fileId === null ? undefined : storedTiers.get(fileId)) ?? null;
    const sent = sentValue(tierResource, entry, { member_id: memberId, ym_profile_id: ymProfileId });
    // A new profile gets another id than in the file, so an equal `profile_id` is not an unchanged one.
    const isMoved = created.has(entry.profile_id ?? null);
    const value = checkedValue(tierResource, sent, { path, before: isMoved ? null : before }, tierWithBuyers, problems);
    return { resource: tierResource, path, place: index, fileId, before, value };
  }

  for (const { path, fileId, before, value } of profiles) {
    const users = fileId === null ? undefined : others.get(fileId);
    if (before === null || users === undefined) continue;
    const fields = changedFields(profileResource, before, value);
    if (fields.length === 0) continue;
    const message = `is profile ${fileId}, which ym-profile ${users.join(', ')} uses too, and differs from the stored one in ${fields.join(', ')}; give it an id of its own in the file, or change it by PUT /profile`;
    problems.dangling.push({ path, message });
  }
  problems.dangling.push(...issuesOfUnique(profiles), ...issuesOfUnique(tiers));
  if (problems.invalid.length > 0) return { ok: false, kind: 'invalid', issues: problems.invalid };
  if (problems.dangling.length > 0) return { ok: false, kind: 'integrity', issues: problems.dangling };

  const kept = new Set([...profiles, ...tiers].flatMap(({ before }) => (before === null ? [] : [before])));
  return {
    ok: true,
    draft: {
      profiles,
      tiers,
      removedTiers: current.tiers.filter((tier) => !kept.has(tier)),
      removedProfiles: current.profiles.filter((profile) => !kept.has(profile) && !others.has(profile.id)),
    },
  };
}
