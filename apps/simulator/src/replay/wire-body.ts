import type { AuctionRequest, Impression } from '@auction-tiers/tier-engine';
import { formatFee, microsToNumber } from '@auction-tiers/tier-engine';

/** An auction as the body of `POST /auction`. It names fee, seed and time, so that the answer depends on nothing else. */
export function toWireBody(request: AuctionRequest, ymProfileId: number) {
  return {
    ym_profile_id: ymProfileId,
    auction_type: request.auctionType,
    bid_floor: microsToNumber(request.bidFloorMicros),
    revenue_share_pct: formatFee(request.feePpm),
    seed: request.seed,
    impression: { ...toWireImpression(request.impression), time: new Date(request.timeMs).toISOString() },
    bids: request.bids.map(({ id, memberId, grossMicros, feePpm }) => ({
      id,
      member_id: memberId,
      price: microsToNumber(grossMicros),
      revenue_share_pct: feePpm === undefined ? undefined : formatFee(feePpm),
    })),
  };
}

function toWireImpression({ keyValues, ...impression }: Impression) {
  return {
    country: impression.country,
    region: impression.region,
    city: impression.city,
    dma: impression.dma,
    sizes: impression.sizes,
    publisher_id: impression.publisherId,
    site_id: impression.siteId,
    placement_id: impression.placementId,
    domain: impression.domain,
    device_type: impression.deviceType,
    operating_system_family: impression.operatingSystemFamily,
    browser: impression.browser,
    language: impression.language,
    supply_type: impression.supplyType,
    content_categories: impression.contentCategories,
    segments: impression.segments,
    key_values: keyValues === undefined ? undefined : Object.fromEntries(keyValues),
  };
}
