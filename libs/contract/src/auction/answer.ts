import { z } from 'zod';
import type { Issue } from '../error/issue.ts';

const outcomes = ['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'] as const;

export const BidAnswer = z.strictObject({
  bid_id: z.string(),
  member_id: z.number().nullable(),
  outcome: z.enum(outcomes),
  tier_id: z.number().nullable(),
  priority: z.number().nullable(),
  net_price: z.number(),
  rank: z.number().nullable(),
});
export type BidAnswer = z.output<typeof BidAnswer>;

export const WinnerAnswer = z.strictObject({
  bid_id: z.string(),
  member_id: z.number().nullable(),
  tier_id: z.number().nullable(),
  price: z.number(),
  net_price: z.number(),
  clearing_price: z.number(),
});

/** The `auction` of an answer. Prices are CPM. */
export const AuctionAnswer = z.strictObject({
  winner: WinnerAnswer.nullable(),
  bids: z.array(BidAnswer),
  ym_profile_id: z.number(),
  seed: z.string(),
  time: z.string(),
  revision: z.string(),
});
export type AuctionAnswer = z.output<typeof AuctionAnswer>;

/** The verdict of one tier on one bid. */
export interface TierResultAnswer {
  readonly tier_id: number;
  readonly priority: number;
  readonly member_action: 'include' | 'exclude';
  readonly result: 'matched' | 'buyer_not_listed' | 'below_min_price' | 'profile_mismatch';
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Why the chosen tier won among those that matched. */
export type ChoiceAnswer =
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
  readonly tiers: readonly TierResultAnswer[];
  readonly decision: ChoiceAnswer;
}

/** An auction's answer with, for each bid, every tier in the order checked. */
export interface ExplainedAuction extends AuctionAnswer {
  readonly bids: ExplainedBid[];
  /** The highest net price of a bid neither excluded nor below the floor, less the net taken: CPM, six decimals. */
  readonly forgone: string;
}

/** Takes the place of an auction in the answer to a batch when it could not be run. */
export interface BatchError {
  readonly error: {
    readonly error_id: string;
    readonly error_code: string | null;
    readonly error: string;
    readonly issues: readonly Issue[];
  };
}

export type BatchAnswer = AuctionAnswer | BatchError;
