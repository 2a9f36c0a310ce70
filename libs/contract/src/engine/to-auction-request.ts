import type { AuctionRequest, Impression } from '@auction-tiers/tier-engine';
import type { z } from 'zod';
import type { AuctionBody, ImpressionBody } from '../auction/body.ts';

/** What an auction uses where its body is silent. */
export interface AuctionDefaults {
  readonly seed: string;
  /** Moment of arrival, milliseconds since the epoch. */
  readonly timeMs: number;
  /** The seller's fee, parts per million. */
  readonly feePpm: number;
}

/** A parsed body as the engine takes it. */
export function toAuctionRequest(body: AuctionBody, defaults: AuctionDefaults): AuctionRequest {
  const { impression = {} } = body;
  return {
    auctionType: body.auction_type ?? 1,
    bidFloorMicros: body.bid_floor ?? 0,
    feePpm: body.revenue_share_pct ?? defaults.feePpm,
    seed: body.seed ?? defaults.seed,
    timeMs: impression.time === undefined ? defaults.timeMs : Date.parse(impression.time),
    impression: toImpression(impression),
    bids: body.bids.map((bid) => ({
      id: bid.id,
      memberId: bid.member_id,
      grossMicros: bid.price,
      feePpm: bid.revenue_share_pct,
    })),
  };
}

function toImpression(body: z.output<typeof ImpressionBody>): Impression {
  return {
    country: body.country,
    region: body.region,
    city: body.city,
    dma: body.dma,
    sizes: body.sizes,
    publisherId: body.publisher_id,
    siteId: body.site_id,
    placementId: body.placement_id,
    domain: body.domain,
    deviceType: body.device_type,
    operatingSystemFamily: body.operating_system_family,
    browser: body.browser,
    language: body.language,
    supplyType: body.supply_type,
    contentCategories: body.content_categories,
    segments: body.segments,
    keyValues: body.key_values,
  };
}
