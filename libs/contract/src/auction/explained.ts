import type { AuctionAnswer, BidAnswer } from './answer.ts';

/** What one tier said to one bid. */
export interface TierVerdictAnswer {
  readonly tier_id: number;
  readonly priority: number;
  readonly member_action: 'include' | 'exclude';
  readonly result: 'matched' | 'buyer_not_listed' | 'below_min_price' | 'profile_mismatch';
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Why the chosen tier, of all that matched. */
export type DecisionAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'only_match'; readonly tier_id: number }
  | {
      readonly kind: 'higher_priority';
      readonly tier_id: number;
      readonly priority: number;
      readonly over_tier_ids: readonly number[];
    }
  | {
      readonly kind: 'random_draw';
      readonly tier_id: number;
      readonly tied_tier_ids: readonly number[];
      readonly draw: { readonly u32: number; readonly count: number; readonly index: number };
    };

export interface ExplainedBid extends BidAnswer {
  readonly tiers: readonly TierVerdictAnswer[];
  readonly decision: DecisionAnswer;
}

/** An auction's answer with, for each bid, every tier in the order checked. */
export interface ExplainedAuction extends AuctionAnswer {
  readonly bids: ExplainedBid[];
}
