import type { DeviceType, SupplyType } from '@auction-tiers/tier-engine';

/** A synthetic auction: the body of `POST /auction`. */
export interface SyntheticAuction {
  readonly ym_profile_id?: number;
  readonly publisher_id?: number;
  readonly auction_type: 1 | 2;
  readonly bid_floor?: number;
  readonly revenue_share_pct?: number;
  /** Also the auction's id in formats that have one: a whole number above 2^53, as text. */
  readonly seed: string;
  readonly impression: SyntheticImpression;
  readonly bids: readonly SyntheticBid[];
}

export interface SyntheticImpression {
  readonly country?: string;
  /** Like `city` and `dma`, in the United States only. */
  readonly region?: string;
  readonly city?: string;
  readonly dma?: number;
  readonly sizes?: readonly { readonly width: number; readonly height: number }[];
  readonly publisher_id: number;
  /** Not in apps. */
  readonly site_id?: number;
  readonly placement_id?: number;
  readonly domain?: string;
  readonly device_type?: DeviceType;
  readonly operating_system_family?: string;
  readonly browser?: string;
  readonly language?: string;
  readonly supply_type?: SupplyType;
  readonly content_categories?: readonly string[];
  readonly segments?: readonly number[];
  readonly key_values?: { readonly section: readonly string[] };
  readonly time: string;
}

export interface SyntheticBid {
  readonly id: string;
  readonly member_id: number;
  readonly price: number;
  readonly deal?: string;
}
