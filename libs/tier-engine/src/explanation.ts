import type { AuctionResult, BidResult, MemberAction } from './model.ts';
import type { Mismatch } from './targeting/condition.ts';

interface Verdict<Result extends string, Detail> {
  readonly tierId: number;
  readonly priority: number;
  readonly memberAction: MemberAction;
  readonly result: Result;
  readonly detail: Detail;
}

export interface MatchedDetail {
  readonly netMicros: number;
  readonly minPriceMicros: number | null;
  readonly profileId: number | null;
}

export interface BuyerNotListedDetail {
  readonly memberId: number | null;
  /** The buyers that the tier names. */
  readonly buyerMemberIds: readonly number[];
}

export interface BelowMinPriceDetail {
  readonly grossMicros: number;
  readonly feePpm: number;
  readonly netMicros: number;
  readonly minPriceMicros: number;
  /** The smallest gross price that would have been enough; null: too large to be written exactly. */
  readonly grossNeededMicros: number | null;
}

export interface ProfileMismatchDetail extends Mismatch {
  readonly profileId: number;
}

/** What one tier said to one bid: matched, or the first condition that failed (buyer, then price, then profile). */
export type TierVerdict =
  | Verdict<'matched', MatchedDetail>
  | Verdict<'buyer_not_listed', BuyerNotListedDetail>
  | Verdict<'below_min_price', BelowMinPriceDetail>
  | Verdict<'profile_mismatch', ProfileMismatchDetail>;

/** A draw that can be checked by hand: `index` is `u32 % count`, and it points into the tied tiers. */
export interface TierDraw {
  readonly u32: number;
  readonly count: number;
  readonly index: number;
}

/** Why this tier, of all that matched. */
export type TierDecision =
  | { readonly kind: 'none' }
  | { readonly kind: 'only_match'; readonly tierId: number }
  | {
      readonly kind: 'higher_priority';
      readonly tierId: number;
      readonly priority: number;
      /** The matching tiers of lower priority, in the order checked. */
      readonly overTierIds: readonly number[];
    }
  | {
      readonly kind: 'random_draw';
      readonly tierId: number;
      /** The matching tiers of the highest priority, by id. */
      readonly tiedTierIds: readonly number[];
      readonly draw: TierDraw;
    };

export interface BidExplanation extends BidResult {
  /** Every tier of the set, in the order checked. */
  readonly tiers: readonly TierVerdict[];
  readonly decision: TierDecision;
}

export interface AuctionExplanation extends AuctionResult {
  readonly bids: readonly BidExplanation[];
}
