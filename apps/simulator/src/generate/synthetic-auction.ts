import type { MarketDevice } from './market.ts';

/** A synthetic auction: the body of `POST /auction`. */
export interface SyntheticAuction {
  readonly publisher_id: number;
  readonly auction_type: 1 | 2;
  readonly bid_floor?: number;
  readonly revenue_share_pct: number;
  readonly seed: string;
  readonly impression: SyntheticImpression;
  readonly bids: readonly SyntheticBid[];
}

export interface SyntheticImpression {
  readonly country: string;
  /** In the United States only, as `city` and `dma`. */
  readonly region?: string;
  readonly city?: string;
  readonly dma?: number;
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  readonly publisher_id: number;
  readonly placement_id: number;
  readonly domain: string;
  readonly device_type: MarketDevice['type'];
  readonly operating_system_family: string;
  readonly supply_type: 'web' | 'mobile_web' | 'mobile_app';
  /** On the web only, as `site_id`. */
  readonly browser?: string;
  readonly site_id?: number;
  readonly language: string;
  readonly content_categories: readonly string[];
  readonly segments?: readonly number[];
  readonly key_values: { readonly section: readonly string[] };
  readonly time: string;
}

export interface SyntheticBid {
  readonly id: string;
  readonly member_id: number;
  readonly price: number;
}
