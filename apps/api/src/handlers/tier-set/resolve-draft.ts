import {
  type CallContext,
  invalid,
  type Plain,
  profileResource,
  type ProfileDraft,
  type TierDraft,
  tierResource,
  type TierSetDraft,
} from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { completeProfile } from '../resource/profile.ts';
import { danglingReferences } from '../request/refusal.ts';
import { completeTier } from '../resource/tier.ts';
import {
  issuesOfDraft,
  issuesOfUnique,
  changedFields,
  checkedValue,
  type Problems,
  isEqual,
  sentValue,
  type DraftEntry,
} from './draft-entry.ts';
import { otherUsers, type StoredTierSet } from './stored-tier-set.ts';

/** An imported file, each entry matched with the stored object that it replaces. */
export interface ResolvedDraft {
  readonly profiles: readonly DraftEntry[];
  readonly tiers: readonly DraftEntry[];
  readonly removedTiers: readonly Plain[];
  readonly removedProfiles: readonly Plain[];
}

/**
 * Matches the entries of a file with the tier set of a ym-profile. An entry is the tier or profile of the set with its id;
 * a profile that is not of the set is an equal profile of the member with this id; all others are created. Throws one
 * error with every issue of the file.
 */
export function resolveDraft(
  deps: Deps,
  call: CallContext,
  current: StoredTierSet,
  draft: TierSetDraft,
): ResolvedDraft {
  const wrong = issuesOfDraft(draft);
  if (wrong.length > 0) throw invalid(wrong);
  const problems: Problems = { invalid: [], dangling: [] };
  const { id: ymProfileId, member_id: memberId } = current.ym_profile;
  const used = new Set(draft.tiers.map((tier) => tier.profile_id ?? null));
  const warned = (path: string) => ({ ...call, warn: (message: string) => call.warn(`${path}.${message}`) });

  const profiles = (draft.profiles ?? []).flatMap((entry, place): DraftEntry[] => {
    const path = `profiles.${place}`;
    if (used.has(entry.id ?? null) && entry.id !== undefined) return [profileEntry(entry, entry.id, path, place)];
    call.warn(`${path} is used by no tier of the file and was ignored`);
    return [];
  });

  function profileEntry(entry: ProfileDraft, fileId: number, path: string, place: number): DraftEntry {
    const sent = sentValue(profileResource, entry, { member_id: memberId });
    const stored = deps.mirror.row('profile', memberId, fileId);
    const isOfSet = current.profiles.some(({ id }) => id === fileId);
    const isSame = stored !== undefined && isEqual(profileResource, stored, sent);
    const before = isOfSet || isSame ? (stored ?? null) : null;
    const complete = (value: Plain) => completeProfile(deps)(value, warned(path));
    const value = checkedValue(profileResource, sent, { path, before }, complete, problems);
    return { resource: profileResource, path, place, fileId, before, value };
  }

  const created = new Set(profiles.filter(({ before }) => before === null).map(({ fileId }) => fileId));
  const storedTiers = new Map(current.tiers.map((tier) => [tier.id, tier]));
  const tiers = draft.tiers.map((entry, place) => tierEntry(entry, `tiers.${place}`, place));

  function tierEntry(entry: TierDraft, path: string, place: number): DraftEntry {
    const { id: fileId = null } = entry;
    const before = (fileId === null ? undefined : storedTiers.get(fileId)) ?? null;
    const sent = sentValue(tierResource, entry, { member_id: memberId, ym_profile_id: ymProfileId });
    const complete = (value: Plain) => completeTier(deps)(value, warned(path));
    // A profile that is created gets another id than it has in the file, whatever is stored under that id.
    const isMoved = created.has(entry.profile_id ?? null);
    const value = checkedValue(tierResource, sent, { path, before: isMoved ? null : before }, complete, problems);
    return { resource: tierResource, path, place, fileId, before, value };
  }

  const others = otherUsers(deps.mirror, memberId, ymProfileId);
  for (const { path, fileId, before, value } of profiles) {
    const users = fileId === null ? undefined : others.get(fileId);
    if (before === null || users === undefined) continue;
    const fields = changedFields(profileResource, before, value);
    if (fields.length === 0) continue;
    const message = `is profile ${fileId}, which ym-profile ${users.join(', ')} uses too, and differs from the stored one in ${fields.join(', ')}; give it an id of its own in the file, or change it by PUT /profile`;
    problems.dangling.push({ path, message });
  }
  problems.dangling.push(...issuesOfUnique(profiles), ...issuesOfUnique(tiers));
  if (problems.invalid.length > 0) throw invalid(problems.invalid);
  if (problems.dangling.length > 0) throw danglingReferences(problems.dangling);

  const kept = new Set([...profiles, ...tiers].flatMap(({ before }) => (before === null ? [] : [before])));
  return {
    profiles,
    tiers,
    removedTiers: current.tiers.filter((tier) => !kept.has(tier)),
    removedProfiles: current.profiles.filter((profile) => !kept.has(profile) && !others.has(profile.id)),
  };
}
