import type { AuctionResult, BidResult, Outcome, Winner } from '@auction-tiers/tier-engine';
import type { JsonSink } from './json-sink.ts';
import { type Piece, piece } from './piece.ts';
import { putMicros, putPiece, putText, putWhole } from './put.ts';

/** All of a bid's answer but its id, with what the last piece writes beyond its end. */
const bidBytes = 256;
const bytesPerEscape = 6;

const winnerId = piece('{"winner":{"bid_id":"');
const noWinner = piece('{"winner":null,"ym_profile_id":');
const ymProfileId = piece('},"ym_profile_id":');
const seed = piece(',"seed":"');
const time = piece('","time":"');
const revision = piece('","revision":"');
const bids = piece('","bids":[');
const bidId = piece('{"bid_id":"');
const memberId = piece('","member_id":');
const nobody = piece('","member_id":null');
const tierId = piece(',"tier_id":');
const noTier = piece(',"tier_id":null');
const price = piece(',"price":');
const netPrice = piece(',"net_price":');
const clearingPrice = piece(',"clearing_price":');
const end = piece(']}');

/** By outcome, from behind the member to the tier, or to the price of a bid without one. */
const tiered = byOutcome((outcome) => piece(`,"outcome":"${outcome}","tier_id":`));
const untiered = byOutcome((outcome) => piece(`,"outcome":"${outcome}","tier_id":null,"priority":null,"net_price":`));
const highestPriority = 10;
const priorities = Array.from({ length: highestPriority + 1 }, (_, level) =>
  piece(`,"priority":${level},"net_price":`),
);

/** From behind the price of a bid to the id of the next: by rank, 0 for none; few auctions need more of them. */
const nextBid = ',{"bid_id":"';
const ranks = Array.from({ length: 101 }, (_, rank) => piece(`,"rank":${rank === 0 ? 'null' : rank}}${nextBid}`));
const beyondRanks = piece(',"rank":');
const behindRank = piece(`}${nextBid}`);

function byOutcome(make: (outcome: Outcome) => Piece): Readonly<Record<Outcome, Piece>> {
  return {
    won: make('won'),
    outranked: make('outranked'),
    outbid: make('outbid'),
    lost_tie: make('lost_tie'),
    excluded: make('excluded'),
    below_floor: make('below_floor'),
  };
}

/**
 * Writes what became of an auction from a place on, byte for byte as `JSON.stringify` writes the contract's
 * `toAuctionAnswer` of it, without the objects in between. Gives the place behind it.
 */
export function writeAnswer(sink: JsonSink, start: number, result: AuctionResult, revisionText: string): number {
  let at = result.winner === null ? sink.piece(start, noWinner) : writeWinner(sink, start, result.winner);
  at = sink.whole(at, result.ymProfileId);
  at = sink.text(sink.piece(at, seed), result.seed);
  at = sink.moment(sink.piece(at, time), result.timeMs);
  at = sink.text(sink.piece(at, revision), revisionText);
  at = sink.piece(at, bids);
  return sink.piece(result.bids.length === 0 ? at : writeBids(sink, sink.piece(at, bidId), result.bids), end);
}

function writeWinner(sink: JsonSink, start: number, winner: Winner): number {
  let at = sink.text(sink.piece(start, winnerId), winner.bidId);
  at = winner.memberId === null ? sink.piece(at, nobody) : sink.whole(sink.piece(at, memberId), winner.memberId);
  at = winner.tierId === null ? sink.piece(at, noTier) : sink.whole(sink.piece(at, tierId), winner.tierId);
  at = sink.micros(sink.piece(at, price), winner.grossMicros);
  at = sink.micros(sink.piece(at, netPrice), winner.netMicros);
  at = sink.micros(sink.piece(at, clearingPrice), winner.clearingMicros);
  return sink.piece(at, ymProfileId);
}

/** From the id of the first bid to behind the last one. */
function writeBids(sink: JsonSink, start: number, results: readonly BidResult[]): number {
  let at = start;
  for (let place = 0; place < results.length; place++) {
    const bid = results[place]!;
    sink.reserve(at, bytesPerEscape * bid.bidId.length + bidBytes);
    at = putBid(sink.bytes, sink.view, at, bid);
  }
  // Behind the last bid there is no next one.
  return at - nextBid.length;
}

/** From a bid's id to that of the next. */
function putBid(bytes: Uint8Array, view: DataView, start: number, bid: BidResult): number {
  let at = putText(bytes, start, bid.bidId);
  if (bid.memberId === null) at = putPiece(view, at, nobody);
  else at = putWhole(bytes, putPiece(view, at, memberId), bid.memberId);
  if (bid.tierId === null) at = putPiece(view, at, untiered[bid.outcome]);
  else {
    at = putWhole(bytes, putPiece(view, at, tiered[bid.outcome]), bid.tierId);
    at = putPiece(view, at, priorities[bid.priority ?? 0]!);
  }
  at = putMicros(bytes, at, bid.netMicros);
  const rank = ranks[bid.rank ?? 0];
  if (rank !== undefined) return putPiece(view, at, rank);
  return putPiece(view, putWhole(bytes, putPiece(view, at, beyondRanks), bid.rank ?? 0), behindRank);
}
