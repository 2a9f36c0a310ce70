// Chooses one bid per ad unit by tiers, and says so to the ad server in targeting keys.

import { parseBid, runAuction } from '@auction-tiers/tier-engine';

/** The buyer of each bidder code: its id in the tiers. */
export const memberOfBidder = { alpha: 101, beta: 102 };

/** The auction of an ad unit. Prices are in the currency of the ad server, which must be that of the tiers. */
export function toRequest(bids, { feePpm, seed, impression }) {
  return {
    auctionType: 1,
    bidFloorMicros: 0,
    feePpm,
    seed,
    timeMs: Date.now(),
    impression,
    bids: bids.flatMap((bid) => {
      const price = parseBid(bid.cpm);
      if (!price.ok) return [];
      return {
        id: bid.adId,
        memberId: memberOfBidder[bid.bidderCode] ?? null,
        seat: bid.bidderCode,
        grossMicros: price.micros,
        deal: bid.dealId,
        advertiserDomains: bid.meta?.advertiserDomains,
        mediaType: bid.mediaType,
      };
    }),
  };
}

/** The targeting keys of the bid that wins by the tiers; none where no bid does. */
export function chooseTargeting(tierSet, bids, terms) {
  const { winner } = runAuction(tierSet, toRequest(bids, terms));
  const won = winner && bids.find(({ adId }) => adId === winner.bidId);
  if (!won) return {};
  return {
    ...won.adserverTargeting,
    hb_bidder: won.bidderCode,
    hb_adid: won.adId,
    ...(won.dealId && { hb_deal: won.dealId }),
    ...(winner.tierId && { hb_tier: String(winner.tierId) }),
  };
}
