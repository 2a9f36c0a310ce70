import {
  type CallContext,
  invalid,
  type Plain,
  resolveDraft,
  type ResolvedDraft,
  type TierSetDraft,
} from '@auction-tiers/contract';
import { breathe } from '../../loop/breathe.ts';
import type { Deps } from '../request/deps.ts';
import { danglingReferences } from '../request/refusal.ts';
import { placesOf } from '../resource/profile.ts';
import { otherUsers, type StoredTierSet } from './stored-tier-set.ts';

/** A file resolved against the stored tier set of a ym-profile. Throws one error with every issue of the file. */
export async function requireDraft(
  deps: Deps,
  call: CallContext,
  current: StoredTierSet,
  draft: TierSetDraft,
): Promise<ResolvedDraft> {
  const { id, member_id: memberId } = current.ym_profile;
  // `current` was just found among all tiers of the member, and the other users are too. Where the tiers change meanwhile,
  // the write is refused.
  await breathe();
  const resolution = resolveDraft(current, draft, {
    buyerNames: deps.buyerNames,
    places: placesOf(deps),
    profileOf: (profileId): Plain | undefined => deps.mirror.row('profile', memberId, profileId),
    otherUsers: otherUsers(deps.mirror, memberId, id),
    warn: (message) => call.warn(message),
  });
  await breathe();
  if (resolution.ok) return resolution.draft;
  throw resolution.kind === 'invalid' ? invalid(resolution.issues) : danglingReferences(resolution.issues);
}
