import { defaultParams, Market, type SyntheticAuction } from '@auction-tiers/market';
import type { AuctionRequest, TierSetSource } from '@auction-tiers/tier-engine';
import type { MovedAuction } from '../moved-auction.ts';

export const dayMs = 86_400_000;

/** A day of a market's auctions, from the auction with the number `first`. */
export function drawDay(market: Market, count: number, first = 1): AuctionRequest[] {
  return Array.from({ length: count }, (_, at) => toRequest(market.auction(first + at)));
}

export const marketOf = (seed: string): Market => new Market({ ...defaultParams, days: 1 }, 6, seed);

const micros = (price: number | undefined) => Math.round((price ?? 0) * 1e6);

function toRequest({
  impression,
  bids,
  bid_floor: floor,
  auction_type: auctionType,
  seed,
}: SyntheticAuction): AuctionRequest {
  const { site_id: siteId, placement_id: placementId, device_type: deviceType, time, country, sizes, dma } = impression;
  return {
    auctionType,
    bidFloorMicros: micros(floor),
    feePpm: 150_000,
    seed,
    timeMs: Date.parse(time),
    impression: { siteId, placementId, deviceType, country, sizes, dma },
    bids: bids.map((bid) => ({ id: bid.id, memberId: bid.member_id, grossMicros: micros(bid.price) })),
  };
}

export const toMoved = (requests: readonly AuctionRequest[], rules = 0, weight = 1): MovedAuction[] =>
  requests.map((request) => ({ request, weight, rules, offsetMs: request.timeMs % dayMs }));

const include = { priority: 7, memberAction: 'include', profileId: null } as const;
export const tiers: TierSetSource = {
  ymProfileId: 1,
  revision: 'r0',
  tiers: [
    { ...include, id: 1, minPriceMicros: 2_000_000, buyerMemberIds: [104, 108, 102] },
    { ...include, id: 2, priority: 5, minPriceMicros: 1_000_000, buyerMemberIds: [101, 103, 120, 113] },
    { ...include, id: 3, priority: 9, memberAction: 'exclude', minPriceMicros: null, buyerMemberIds: [114] },
  ],
  profiles: [],
};
export const changedTiers: TierSetSource = {
  ...tiers,
  revision: 'r1',
  tiers: tiers.tiers.map((tier) => (tier.id === 1 ? { ...tier, minPriceMicros: 5_000_000 } : tier)),
};
