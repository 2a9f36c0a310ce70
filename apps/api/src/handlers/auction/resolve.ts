import {
  type AuctionBody,
  type CallContext,
  type Member,
  ServiceError,
  toFeePpm,
  type YmProfile,
} from '@auction-tiers/contract';
import type { TierSet } from '@auction-tiers/tier-engine';
import { notFound } from '../request/refusal.ts';
import type { Deps } from '../request/deps.ts';

/** The tiers that an auction is decided by. */
export interface Resolved {
  readonly tierSet: TierSet;
  readonly feePpm: number;
  /** Of the snapshot that was used. */
  readonly revision: string;
}

/**
 * Finds the ym-profile that a request names, by id or by publisher, in the mirror. A seller has only its own; an
 * administrator has all, by id.
 */
export function resolveYmProfile(
  { mirror, publishers, follower, tierSets }: Pick<Deps, 'mirror' | 'publishers' | 'follower' | 'tierSets'>,
  call: Pick<CallContext, 'caller'>,
  { ym_profile_id: id, publisher_id: publisherId }: Pick<AuctionBody, 'ym_profile_id' | 'publisher_id'>,
): Resolved {
  const ymProfile = id === undefined ? byPublisher({ mirror, publishers }, call, publisherId) : byId(mirror, call, id);
  const member = mirror.row('member', ymProfile.member_id, ymProfile.member_id) as Member | undefined;
  const { tierSet, revision } = tierSets.get(ymProfile.id);
  return {
    tierSet,
    feePpm: toFeePpm(member?.revenue_share_pct ?? 0),
    revision: revision ?? follower.revisionOf(ymProfile.member_id),
  };
}

function byId(mirror: Deps['mirror'], { caller }: Pick<CallContext, 'caller'>, id: number): YmProfile {
  const owner = caller.memberId ?? mirror.ownerOf('ym-profile', id);
  const found = owner === undefined ? undefined : mirror.row('ym-profile', owner, id);
  if (found === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  return found as YmProfile;
}

function byPublisher(
  { mirror, publishers }: Pick<Deps, 'mirror' | 'publishers'>,
  { caller }: Pick<CallContext, 'caller'>,
  publisherId: number | undefined,
): YmProfile {
  const { memberId } = caller;
  const id = memberId === null || publisherId === undefined ? undefined : publishers.find(memberId, publisherId);
  const found = id === undefined ? undefined : mirror.row('ym-profile', memberId, id);
  if (found !== undefined) return found as YmProfile;
  const message = `is ${publisherId ?? 'not given'}, but none of your ym-profiles lists it in publisher_ids`;
  throw new ServiceError('not_found', `publisher_id ${message}`, { issues: [{ path: 'publisher_id', message }] });
}
