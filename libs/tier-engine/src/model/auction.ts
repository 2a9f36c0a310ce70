import type { BidAttributes, Impression, Targeting } from './targeting.ts';

/** What happens to a bid in a tier: it takes part in the auction, or is removed from the auction. */
export type MemberAction = 'include' | 'exclude';

export const tierStates = ['active', 'inactive'] as const;
export type TierState = (typeof tierStates)[number];

/** An auction tier. Money is CPM in integer micros (1/1,000,000). */
export interface Tier {
  readonly id: number;
  /** 1 to 10; 10 is checked first. */
  readonly priority: number;
  readonly memberAction: MemberAction;
  /** The least net price, inclusive; null: any price. It applies to includes and excludes. */
  readonly minPriceMicros: number | null;
  /** The targeting profile that must match the impression; null: every impression. */
  readonly profileId: number | null;
  /** The buyers it names. Empty: none, so the tier matches no bid. */
  readonly buyerMemberIds: readonly number[];
  /** An inactive tier matches nothing. Default: active. */
  readonly state?: TierState | undefined;
  /** The flight, from `startMs` (inclusive) to `endMs` (exclusive), epoch milliseconds; undefined, null: unbounded. */
  readonly startMs?: number | null | undefined;
  readonly endMs?: number | null | undefined;
  /**
   * The most that preferring a bid may cost, net CPM micros: the tier matches a bid only while the highest net price of
   * the auction is at most this much above the bid's. Includes only. undefined, null: no limit.
   */
  readonly maxForgoneMicros?: number | null | undefined;
}

/** A targeting profile: which impressions a tier applies to. */
export interface Profile {
  readonly id: number;
  readonly targeting: Targeting;
}

/** Everything that one ym-profile needs, as it is stored: the input of `compile`. */
export interface TierSetSource {
  readonly ymProfileId: number;
  /** Repeated in every answer; says which state of the stored objects was used. */
  readonly revision: string;
  readonly tiers: readonly Tier[];
  readonly profiles: readonly Profile[];
}

export interface Bid extends BidAttributes {
  /** Unique within the request. */
  readonly id: string;
  /** The bidding buyer; null: an unknown buyer, which no tier can name. */
  readonly memberId: number | null;
  /** The price bid, CPM micros. */
  readonly grossMicros: number;
  /** The service's fee on this bid, parts per million; undefined: the request's. */
  readonly feePpm?: number | undefined;
  /** The least gross price with which the bid takes part, CPM micros: its deal's floor; undefined: the auction's. */
  readonly floorMicros?: number | undefined;
  /** Whether it pays its own price where the auction is a second price one, as a deal may ask. Default: no. */
  readonly isFirstPrice?: boolean | undefined;
  /** Tells unknown buyers apart; ignored where `memberId` is known. undefined: the bid is its own buyer. */
  readonly seat?: string | undefined;
}

/**
 * 1: the winner pays its bid. 2: the winner pays what it needs to match the best bid of another buyer at its own
 * priority level and to reach its tier's minimum.
 */
export type AuctionType = 1 | 2;

/** One impression and its bids. Everything that could vary between two runs (time, chance) is in here. */
export interface AuctionRequest {
  readonly auctionType: AuctionType;
  /** Gross CPM micros below which a bid is out. 0: no floor. */
  readonly bidFloorMicros: number;
  /** Fee of the bids that name none, parts per million, 0 <= fee < 1,000,000. */
  readonly feePpm: number;
  /** 1 to 64 characters. The same seed, tier set and request give the same answer. */
  readonly seed: string;
  /** Moment of the impression, milliseconds since the epoch. Used by dayparts. */
  readonly timeMs: number;
  readonly impression: Impression;
  readonly bids: readonly Bid[];
  /**
   * How many impressions it counts as wherever auctions are counted or what they earned is summed, in millionths: a play
   * out of home is seen by several people. The decision ignores it. undefined: one.
   */
  readonly quantityMicros?: number | undefined;
}

/** What can become of a bid. A `Decision` holds indexes into this list. */
export const outcomes = ['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'] as const;
export type Outcome = (typeof outcomes)[number];

export interface BidResult {
  readonly bidId: string;
  readonly memberId: number | null;
  readonly outcome: Outcome;
  /** The tier the bid was categorised into (also one that excluded it); null: untiered. */
  readonly tierId: number | null;
  readonly priority: number | null;
  readonly netMicros: number;
  /** Place in the auction order, from 1; null for excluded and below-floor bids. */
  readonly rank: number | null;
}

export interface Winner {
  readonly bidId: string;
  readonly memberId: number | null;
  readonly tierId: number | null;
  readonly grossMicros: number;
  readonly netMicros: number;
  /** What the winner pays, gross CPM micros. */
  readonly clearingMicros: number;
}

export interface AuctionResult {
  readonly ymProfileId: number;
  readonly revision: string;
  readonly seed: string;
  readonly timeMs: number;
  readonly winner: Winner | null;
  /** One per bid, in the order of the request. */
  readonly bids: readonly BidResult[];
}
