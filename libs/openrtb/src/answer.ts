import type { AuctionResult, BidResult, MinToWin, NoPriceWins, Outcome } from '@auction-tiers/tier-engine';
import { microsToNumber } from '@auction-tiers/tier-engine';
import { type Exchange, toPriceText } from './currency.ts';
import type { InvalidBid, InvalidReason, OpenRtbAuction, SeatBid, StrayBid } from './model.ts';
import { lossReasonCodes, nonBidStatusCodes } from './reason.ts';

/** The indexes of a bid in the request: ids of bids of different seats may be equal. */
interface Sent {
  readonly response_index: number;
  readonly bid_index: number;
}

/** A bid in the answer. Prices are CPM. */
export interface AnswerBid extends Sent {
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
  /** The least gross price with which this bid would have won; null: none. Absent for an invalid bid. */
  readonly min_to_win?: number | null;
  /** Why no price would have won. */
  readonly min_to_win_reason?: NoPriceWins;
  /**
   * For a losing bid: the value of the macro `${AUCTION_MIN_TO_WIN}`, empty if no price would have won. In the currency
   * of the bid, and the least such price that wins.
   */
  readonly auction_min_to_win?: string;
  /** The value of the macro `${AUCTION_CURRENCY}`: the currency of the bid, ISO 4217. Absent for an invalid bid. */
  readonly auction_currency?: string;
}

/** An invalid bid that belongs to no impression of the request. */
export interface AnswerStrayBid extends AnswerBid {
  readonly imp_id: string | null;
}

export interface AnswerWinner extends Sent {
  readonly bid_id: string | null;
  readonly member_id: number | null;
  readonly seat: string | null;
  readonly tier_id: number | null;
  readonly price: number;
  readonly net_price: number;
  readonly clearing_price: number;
  /** The value of the macro `${AUCTION_PRICE}`: what the winner pays, in the currency of its bid. */
  readonly auction_price: string;
  readonly auction_currency: string;
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

/** By bid, the least price to win with: of all prices, and of those that a bid in its own currency can have. */
export interface LeastPrices {
  readonly any: readonly MinToWin[];
  readonly own: readonly MinToWin[];
}

/** The answer to one impression. Throws a RangeError if the result is of another auction. */
export function toOpenRtbAnswer(
  auction: OpenRtbAuction,
  result: AuctionResult,
  exchange: Exchange,
  least: LeastPrices = { any: [], own: [] },
): OpenRtbAnswer {
  if (result.bids.length !== auction.request.bids.length) {
    const counts = `${result.bids.length} bids for the ${auction.request.bids.length} of impression ${auction.impId}`;
    throw new RangeError(`toOpenRtbAnswer was given a result with ${counts}.`);
  }
  return {
    imp_id: auction.impId,
    winner: toAnswerWinner(auction, result, exchange),
    bids: auction.bids.map((bid) =>
      bid.index === undefined
        ? toInvalidBid(bid)
        : {
            ...toAnswerBid(bid, result.bids[bid.index]!),
            ...toMinToWin(bid, result.bids[bid.index]!, exchange, least),
          },
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

function toAnswerWinner(
  { bids, request }: OpenRtbAuction,
  { winner }: AuctionResult,
  exchange: Exchange,
): AnswerWinner | null {
  if (winner === null) return null;
  const wonBid = bids.find((bid) => bid.index !== undefined && request.bids[bid.index]!.id === winner.bidId)!;
  const { currency, micros } = (wonBid as ValidBid).offer;
  const { grossMicros, clearingMicros } = winner;
  // What was bid is not converted there and back: several prices of one currency may be one of the other.
  const settled = clearingMicros === grossMicros ? BigInt(micros) : exchange.leastBid(clearingMicros, currency);
  return {
    ...sentOf(wonBid),
    bid_id: wonBid.bidId,
    member_id: winner.memberId,
    seat: wonBid.seat,
    tier_id: winner.tierId,
    price: microsToNumber(grossMicros),
    net_price: microsToNumber(winner.netMicros),
    clearing_price: microsToNumber(clearingMicros),
    auction_price: toPriceText(settled),
    auction_currency: currency,
  };
}

type ValidBid = SeatBid & { readonly invalid?: undefined };

const sentOf = ({ responseIndex, bidIndex }: SeatBid | StrayBid): Sent => ({
  response_index: responseIndex,
  bid_index: bidIndex,
});

function toAnswerBid(bid: ValidBid, { outcome, ...result }: BidResult): AnswerBid {
  const { bidId, seat } = bid;
  return {
    ...sentOf(bid),
    bid_id: bidId,
    member_id: result.memberId,
    seat,
    outcome,
    tier_id: result.tierId,
    priority: result.priority,
    net_price: microsToNumber(result.netMicros),
    rank: result.rank,
    ...(outcome === 'won' ? {} : { loss_reason: lossReasonCodes[outcome] }),
    auction_currency: bid.offer.currency,
  };
}

function toMinToWin(
  { index, offer: { currency }, agreedMicros = Infinity }: ValidBid,
  { outcome }: BidResult,
  exchange: Exchange,
  { any, own }: LeastPrices,
): Pick<AnswerBid, 'min_to_win' | 'min_to_win_reason' | 'auction_min_to_win'> {
  const [least, leastOwn] = [any[index], own[index]];
  if (least === undefined || leastOwn === undefined) return {};
  // A higher offer than the agreed price of its deal counts with that price.
  const isUseful = (micros: number | null): micros is number => micros !== null && micros <= agreedMicros;
  const { grossMicros, reason } = least;
  const text = isUseful(leastOwn.grossMicros) ? toPriceText(exchange.leastBid(leastOwn.grossMicros, currency)) : '';
  return {
    ...(isUseful(grossMicros)
      ? { min_to_win: microsToNumber(grossMicros) }
      : { min_to_win: null, min_to_win_reason: reason ?? 'outbid' }),
    ...(outcome === 'won' ? {} : { auction_min_to_win: text }),
  };
}

function toInvalidBid(bid: (SeatBid & { readonly invalid: InvalidBid }) | StrayBid): AnswerBid {
  const { bidId, memberId, seat, invalid } = bid;
  return {
    ...sentOf(bid),
    bid_id: bidId,
    member_id: memberId,
    seat,
    outcome: 'invalid',
    tier_id: null,
    priority: null,
    net_price: null,
    rank: null,
    reason: invalid.reason,
    message: invalid.message,
    loss_reason: lossReasonCodes[invalid.reason],
  };
}

/** An element of `ext.seatnonbid` of OpenRTB's seat-non-bid extension. */
export interface SeatNonBid {
  readonly seat?: string;
  readonly nonbid: readonly NonBid[];
}

export interface NonBid {
  readonly impid: string;
  readonly statuscode: number;
}

/**
 * Why each losing or invalid bid did not win, by seat in the order of their first appearance. Bids without a seat share
 * one element without a seat. The extension requires an impression, so a bid without one is left out.
 */
export function toSeatNonBids(answers: readonly OpenRtbAnswer[], strayBids: readonly AnswerStrayBid[]): SeatNonBid[] {
  const nonBidsOfSeat = new Map<string | null, NonBid[]>();
  const add = (impid: string, bid: AnswerBid): void => {
    const statuscode = toStatusCode(bid);
    if (statuscode === undefined) return;
    const nonBids = nonBidsOfSeat.get(bid.seat) ?? [];
    nonBids.push({ impid, statuscode });
    nonBidsOfSeat.set(bid.seat, nonBids);
  };
  for (const { imp_id: impid, bids } of answers) for (const bid of bids) add(impid, bid);
  for (const bid of strayBids) if (bid.imp_id !== null) add(bid.imp_id, bid);
  return Array.from(nonBidsOfSeat, ([seat, nonbid]) => (seat === null ? { nonbid } : { seat, nonbid }));
}

function toStatusCode({ outcome, reason }: AnswerBid): number | undefined {
  if (outcome === 'won') return undefined;
  return nonBidStatusCodes[outcome === 'invalid' ? reason! : outcome];
}
