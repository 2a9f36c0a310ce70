import {
  type CallContext,
  invalid,
  type Plain,
  resolveDraft,
  type ResolvedDraft,
  type TierSetDraft,
} from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { danglingReferences } from '../request/refusal.ts';
import { placesOf } from '../resource/profile.ts';
import { otherUsers, type StoredTierSet } from './stored-tier-set.ts';

/** A file resolved against the stored tier set of a ym-profile. Throws one error with every issue of the file. */
export function requireDraft(
  deps: Deps,
  call: CallContext,
  current: StoredTierSet,
  draft: TierSetDraft,
): ResolvedDraft {
  const { id, member_id: memberId } = current.ym_profile;
  const resolution = resolveDraft(current, draft, {
    buyerNames: deps.buyerNames,
    places: placesOf(deps),
    profileOf: (profileId): Plain | undefined => deps.mirror.row('profile', memberId, profileId),
    otherUsers: otherUsers(deps.mirror, memberId, id),
    warn: (message) => call.warn(message),
  });
  if (resolution.ok) return resolution.draft;
  throw resolution.kind === 'invalid' ? invalid(resolution.issues) : danglingReferences(resolution.issues);
}
