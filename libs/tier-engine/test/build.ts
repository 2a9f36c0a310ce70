import type { AuctionRequest, Bid, Profile, Targeting, Tier, TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { compile } from '@auction-tiers/tier-engine';

/** A tier that includes buyer 12 at any price, but for what is given. */
export function tier(given: Partial<Tier> & { id: number }): Tier {
  return { priority: 5, memberAction: 'include', minPriceMicros: 0, profileId: null, buyerMemberIds: [12], ...given };
}

export function profile(id: number, targeting: Targeting): Profile {
  return { id, targeting };
}

export function source(tiers: readonly Tier[], profiles: readonly Profile[] = []): TierSetSource {
  return { ymProfileId: 42, revision: 'r1', tiers, profiles };
}

/** A bid of buyer 12 at 1.00, but for what is given. */
export function bid(given: Partial<Bid> = {}): Bid {
  return { id: 'b1', memberId: 12, grossMicros: 1_000_000, ...given };
}

/** A first-price auction without floor, fee or attributes, but for what is given. */
export function request(given: Partial<AuctionRequest> = {}): AuctionRequest {
  return {
    auctionType: 1,
    bidFloorMicros: 0,
    feePpm: 0,
    seed: 'seed',
    timeMs: Date.parse('2026-11-21T08:00:00Z'),
    impression: {},
    bids: [bid()],
    ...given,
  };
}

/** Compiles a source that has no issues. */
export function compiled(given: TierSetSource): TierSet {
  const result = compile(given);
  if (!result.ok) throw new Error(`The source does not compile: ${JSON.stringify(result.issues)}`);
  return result.tierSet;
}
