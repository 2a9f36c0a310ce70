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
  saysTheSame,
  sentValue,
  type Wanted,
} from './draft-entry.ts';
import { otherUsers, type StoredTierSet } from './stored-tier-set.ts';

/** What an import makes of a ym-profile's tier set. */
export interface Plan {
  readonly profiles: readonly Wanted[];
  readonly tiers: readonly Wanted[];
  readonly goneTiers: readonly Plain[];
  readonly goneProfiles: readonly Plain[];
}

/**
 * How a file becomes the tier set of a ym-profile. A tier or profile of the file is the one of the tier set that has its
 * id; a profile that is none of them is the member's own that says exactly the same under this id; all others are made.
 * Throws for everything that is wrong with the file, at once.
 */
export function planImport(deps: Deps, call: CallContext, current: StoredTierSet, draft: TierSetDraft): Plan {
  const wrong = issuesOfDraft(draft);
  if (wrong.length > 0) throw invalid(wrong);
  const problems: Problems = { invalid: [], dangling: [] };
  const { id: ymProfileId, member_id: memberId } = current.ym_profile;
  const used = new Set(draft.tiers.map((tier) => tier.profile_id ?? null));
  const warned = (path: string) => ({ ...call, warn: (message: string) => call.warn(`${path}.${message}`) });

  const profiles = (draft.profiles ?? []).flatMap((entry, place): Wanted[] => {
    const path = `profiles.${place}`;
    if (used.has(entry.id ?? null) && entry.id !== undefined) return [wantedProfile(entry, entry.id, path, place)];
    call.warn(`${path} is used by no tier of the file and was ignored`);
    return [];
  });

  function wantedProfile(entry: ProfileDraft, fileId: number, path: string, place: number): Wanted {
    const sent = sentValue(profileResource, entry, { member_id: memberId });
    const stored = deps.mirror.row('profile', memberId, fileId);
    const isOfSet = current.profiles.some(({ id }) => id === fileId);
    const isSame = stored !== undefined && saysTheSame(profileResource, stored, sent);
    const before = isOfSet || isSame ? (stored ?? null) : null;
    const complete = (value: Plain) => completeProfile(deps)(value, warned(path));
    const value = checkedValue(profileResource, sent, { path, before }, complete, problems);
    return { resource: profileResource, path, place, fileId, before, value };
  }

  const made = new Set(profiles.filter(({ before }) => before === null).map(({ fileId }) => fileId));
  const storedTiers = new Map(current.tiers.map((tier) => [tier.id, tier]));
  const tiers = draft.tiers.map((entry, place) => wantedTier(entry, `tiers.${place}`, place));

  function wantedTier(entry: TierDraft, path: string, place: number): Wanted {
    const { id: fileId = null } = entry;
    const before = (fileId === null ? undefined : storedTiers.get(fileId)) ?? null;
    const sent = sentValue(tierResource, entry, { member_id: memberId, ym_profile_id: ymProfileId });
    const complete = (value: Plain) => completeTier(deps)(value, warned(path));
    // A profile that is made gets another id than it has in the file, whatever is stored under that.
    const isMoved = made.has(entry.profile_id ?? null);
    const value = checkedValue(tierResource, sent, { path, before: isMoved ? null : before }, complete, problems);
    return { resource: tierResource, path, place, fileId, before, value };
  }

  const others = otherUsers(deps.mirror, memberId, ymProfileId);
  for (const { path, fileId, before, value } of profiles) {
    const users = fileId === null ? undefined : others.get(fileId);
    if (before === null || users === undefined) continue;
    const fields = changedFields(profileResource, before, value);
    if (fields.length === 0) continue;
    const message = `is profile ${fileId}, which ym-profile ${users.join(', ')} uses too, and another ${fields.join(', ')} than stored; give it an id of its own in the file, or change it by PUT /profile`;
    problems.dangling.push({ path, message });
  }
  problems.dangling.push(...issuesOfUnique(profiles), ...issuesOfUnique(tiers));
  if (problems.invalid.length > 0) throw invalid(problems.invalid);
  if (problems.dangling.length > 0) throw danglingReferences(problems.dangling);

  const kept = new Set([...profiles, ...tiers].flatMap(({ before }) => (before === null ? [] : [before])));
  return {
    profiles,
    tiers,
    goneTiers: current.tiers.filter((tier) => !kept.has(tier)),
    goneProfiles: current.profiles.filter((profile) => !kept.has(profile) && !others.has(profile.id)),
  };
}
