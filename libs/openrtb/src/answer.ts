import type { AuctionResult, BidResult, Outcome } from '@auction-tiers/tier-engine';
import { microsToNumber } from '@auction-tiers/tier-engine';
import type { InvalidReason, OpenRtbAuction, SeatBid, StrayBid } from './model.ts';
import { lossReasonCodes } from './reason.ts';

/** A bid in the answer. Prices are CPM. */
export interface AnswerBid {
  readonly bid_id: string | null;
  readonly member_id: number | null;
  readonly seat: string | null;
  readonly outcome: Outcome | 'invalid';
  readonly tier_id: number | null;
  readonly priority: number | null;
  /** null: the bid is invalid. */
  readonly net_price: number | null;
  readonly rank: number | null;
  /** Of an invalid bid. */
  readonly reason?: InvalidReason;
  /** Of an invalid bid: the value seen, and what is allowed. */
  readonly message?: string;
  /** OpenRTB's loss reason; the winner has none. */
  readonly loss_reason?: number;
}

/** An invalid bid that belongs to no impression of the request. */
export interface AnswerStrayBid extends AnswerBid {
  readonly imp_id: string | null;
}

export interface AnswerWinner {
  readonly bid_id: string | null;
  readonly member_id: number | null;
  readonly seat: string | null;
  readonly tier_id: number | null;
  readonly price: number;
  readonly net_price: number;
  readonly clearing_price: number;
}

/** The answer of one impression's auction, in its wire form. */
export interface OpenRtbAnswer {
  readonly imp_id: string;
  readonly winner: AnswerWinner | null;
  /** Every bid on the impression, the invalid ones too, in the order of the responses. */
  readonly bids: readonly AnswerBid[];
  readonly ym_profile_id: number;
  readonly seed: string;
  readonly revision: string;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** What came of one impression. Throws a RangeError when the result is of another auction. */
export function toOpenRtbAnswer(auction: OpenRtbAuction, result: AuctionResult): OpenRtbAnswer {
  if (result.bids.length !== auction.request.bids.length) {
    const counts = `${result.bids.length} bids for the ${auction.request.bids.length} of impression ${auction.impId}`;
    throw new RangeError(`toOpenRtbAnswer was given a result with ${counts}.`);
  }
  return {
    imp_id: auction.impId,
    winner: toAnswerWinner(auction, result),
    bids: auction.bids.map((bid) =>
      bid.index === undefined ? toInvalidBid(bid) : toAnswerBid(bid, result.bids[bid.index]!),
    ),
    ym_profile_id: result.ymProfileId,
    seed: result.seed,
    revision: result.revision,
    time: new Date(result.timeMs).toISOString(),
  };
}

/** A stray bid in its wire form: an invalid bid with the impression that it names. */
export function toAnswerStrayBid(bid: StrayBid): AnswerStrayBid {
  return { imp_id: bid.impId, ...toInvalidBid(bid) };
}

function toAnswerWinner({ bids, request }: OpenRtbAuction, { winner }: AuctionResult): AnswerWinner | null {
  if (winner === null) return null;
  const wonBid = bids.find(({ index }) => index !== undefined && request.bids[index]!.id === winner.bidId)!;
  return {
    bid_id: wonBid.bidId,
    member_id: winner.memberId,
    seat: wonBid.seat,
    tier_id: winner.tierId,
    price: microsToNumber(winner.grossMicros),
    net_price: microsToNumber(winner.netMicros),
    clearing_price: microsToNumber(winner.clearingMicros),
  };
}

function toAnswerBid({ bidId, seat }: SeatBid, { outcome, ...result }: BidResult): AnswerBid {
  return {
    bid_id: bidId,
    member_id: result.memberId,
    seat,
    outcome,
    tier_id: result.tierId,
    priority: result.priority,
    net_price: microsToNumber(result.netMicros),
    rank: result.rank,
    ...(outcome === 'won' ? {} : { loss_reason: lossReasonCodes[outcome] }),
  };
}

function toInvalidBid({
  bidId,
  memberId,
  seat,
  invalid,
}: (SeatBid & { readonly invalid: object }) | StrayBid): AnswerBid {
  return {
    bid_id: bidId,
    member_id: memberId,
    seat,
    outcome: 'invalid',
    tier_id: null,
    priority: null,
    net_price: null,
    rank: null,
    ...invalid,
    loss_reason: lossReasonCodes[invalid.reason],
  };
}
