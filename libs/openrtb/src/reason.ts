import type { Outcome } from '@auction-tiers/tier-engine';
import type { LossReasonCode } from 'iab-openrtb/v26';
import type { InvalidReason } from './model.ts';

/** Why a bid did not win: the engine's outcomes and the reasons for which a bid is invalid. */
export type LosingReason = Exclude<Outcome, 'won'> | InvalidReason;

/** Codes of OpenRTB's list of loss reasons (of OpenRTB 3.0, to which 2.6 refers). */
export const lossReasonCodes = {
  /** Lost to a higher bid. */
  outbid: 102,
  lost_tie: 102,
  /** The list has no closer code; the winning bid may be the lower one. `outcome` has the exact reason. */
  outranked: 102,
  /** Buyer seat blocked. */
  excluded: 104,
  /** Below the auction's floor. */
  below_floor: 100,
  /** Missing bid price. */
  price_missing: 9,
  /** Invalid bid response. */
  price_invalid: 3,
  currency_unsupported: 3,
  not_an_object: 3,
  impression_missing: 3,
  unknown_impression: 3,
  /** Invalid deal id. */
  private_auction: 4,
  deal_unknown: 4,
  deal_seat: 104,
  /** Invalid advertiser domain. */
  deal_advertiser: 6,
  seat_blocked: 104,
  /** Creative filtered: advertiser, category, and app exclusions. */
  advertiser_blocked: 209,
  category_blocked: 213,
  app_blocked: 210,
  /** Lost to a higher bid, on one impression of its group at least. */
  group_split: 102,
} as const satisfies Record<LosingReason, LossReasonCode>;

/** Codes of OpenRTB's seat-non-bid extension. 500 and up are vendor codes; the list has none for losing. */
export const nonBidStatusCodes = {
  outbid: 501,
  lost_tie: 501,
  outranked: 502,
  /** Response rejected, general. */
  excluded: 300,
  /** Response rejected, below floor. */
  below_floor: 301,
  /** Error, invalid bid response. */
  price_missing: 102,
  price_invalid: 102,
  currency_unsupported: 102,
  not_an_object: 102,
  impression_missing: 102,
  unknown_impression: 102,
  /** Response rejected, general. */
  private_auction: 300,
  deal_unknown: 300,
  deal_seat: 300,
  deal_advertiser: 300,
  seat_blocked: 300,
  advertiser_blocked: 300,
  category_blocked: 300,
  app_blocked: 300,
  group_split: 501,
} as const satisfies Record<LosingReason, number>;
