import type {
  AuctionTier,
  CallContext,
  IdInput,
  Member,
  Plain,
  Tagged,
  TargetingProfile,
  TierSetFile,
  YmProfile,
} from '@auction-tiers/contract';
import type { z } from 'zod';
import type { Mirror } from '../../mirror/mirror.ts';
import type { Deps } from '../request/deps.ts';
import { notFound, unreadable, warnOfUnreadable } from '../request/refusal.ts';
import { etagOf, sellerOf } from '../request/condition.ts';

/** A ym-profile with its tiers, their profiles and the seller's fee, time zone and currency, from the mirror; tiers and profiles by ascending id. */
export interface StoredTierSet extends Omit<TierSetFile, 'revision'> {
  readonly revenue_share_pct: number;
  readonly timezone: string;
  readonly currency: string;
}

/** The tier set of a member's ym-profile, with the profiles that its tiers use; undefined when there is no such ym-profile. */
export function storedTierSet(mirror: Mirror, memberId: number, ymProfileId: number): StoredTierSet | undefined {
  const ymProfile = mirror.row('ym-profile', memberId, ymProfileId);
  if (ymProfile === undefined) return undefined;
  const tiers = tiersOf(mirror, memberId).filter((tier) => tier.ym_profile_id === ymProfileId);
  const used = new Set(tiers.flatMap(({ profile_id: id }) => id ?? []));
  const profiles = [...used].flatMap((id) => mirror.row('profile', memberId, id) ?? []);
  return tierSetOfRows(ymProfile, mirror.row('member', memberId, memberId), tiers, profiles);
}

/** A tier set of its objects, in any order. `member`: the seller; undefined where it cannot be read. */
export function tierSetOfRows(
  ymProfile: YmProfile,
  member: Plain | undefined,
  tiers: readonly AuctionTier[],
  profiles: readonly TargetingProfile[],
): StoredTierSet {
  const { revenue_share_pct = 0, timezone = 'UTC', currency = 'USD' } = (member ?? {}) as Partial<Member>;
  return {
    ym_profile: ymProfile,
    revenue_share_pct,
    timezone,
    currency,
    tiers: tiers.toSorted(byId),
    profiles: profiles.toSorted(byId),
  };
}

/** The other ym-profiles of a member by the profiles that their tiers use, ascending. */
export function otherUsers(
  mirror: Mirror,
  memberId: number,
  ymProfileId: number,
): ReadonlyMap<number, readonly number[]> {
  const users = new Map<number, Set<number>>();
  for (const { profile_id: profileId, ym_profile_id: user } of tiersOf(mirror, memberId)) {
    if (profileId === null || user === ymProfileId) continue;
    users.set(profileId, (users.get(profileId) ?? new Set()).add(user));
  }
  return new Map([...users].map(([id, ymProfiles]) => [id, [...ymProfiles].toSorted((a, b) => a - b)]));
}

const tiersOf = (mirror: Mirror, memberId: number) => mirror.rows('ym-auction-tier', memberId);

const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id;

/** A ym-profile with its tiers, their profiles and the seller's fee as a file, and the entity tag of its state. */
export async function exportTierSet(
  { follower, mirror }: Pick<Deps, 'follower' | 'mirror'>,
  call: CallContext,
  { id, member_id: asked }: z.output<typeof IdInput>,
): Promise<Tagged<TierSetFile>> {
  const owner = sellerOf(call, asked);
  await follower.fresh(owner);
  const tierSet = storedTierSet(mirror, owner, id);
  const unread = mirror.findUnreadable('ym-profile', owner, id);
  if (unread !== undefined) throw unreadable('ym-profile', id, unread.problem);
  if (tierSet === undefined) throw notFound('ym-profile', id);
  warnOfUnreadable(call, mirror, ['ym-auction-tier', 'profile', 'member'], owner);
  const item = { ...tierSet, revision: mirror.revisionOf(owner) };
  return { etag: tierSetTag(tierSet), item };
}

/** The entity tag of a tier set. Unlike the revision, it does not change with other objects of the partition. */
export const tierSetTag = (tierSet: StoredTierSet): string => etagOf({ ...tierSet });
