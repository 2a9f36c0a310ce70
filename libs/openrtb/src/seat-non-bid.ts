import type { AnswerBid, AnswerStrayBid, OpenRtbAnswer } from './answer.ts';
import { nonBidStatusCodes } from './reason.ts';

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
 * Why each losing or invalid bid came to nothing, by seat in the order in which seats first appear. Bids without a seat
 * share one element without one. The extension demands an impression, so a bid that names none has no place in it.
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
