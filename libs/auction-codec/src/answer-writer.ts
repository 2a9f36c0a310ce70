import type { AuctionResult, BidResult, Outcome, Winner } from '@auction-tiers/tier-engine';
import {
  type Fragment,
  fragment,
  type JsonSink,
  writeFragment,
  writeMicros,
  writeText,
  writeWhole,
} from './json-sink.ts';

/** All of a bid's answer but its id, with what the last fragment writes beyond its end. */
const bidBytes = 256;
const bytesPerEscape = 6;
const msPerSecond = 1000;
/** What follows the point of a moment's seconds. */
const fraction = '000Z';
const [zero, letterZ] = [48, 90];

const winnerId = fragment('{"winner":{"bid_id":"');
const noWinner = fragment('{"winner":null,"ym_profile_id":');
const ymProfileId = fragment('},"ym_profile_id":');
const seed = fragment(',"seed":"');
const time = fragment('","time":"');
const revision = fragment('","revision":"');
const bids = fragment('","bids":[');
const bidId = fragment('{"bid_id":"');
const memberId = fragment('","member_id":');
const noMember = fragment('","member_id":null');
const tierId = fragment(',"tier_id":');
const noTier = fragment(',"tier_id":null');
const price = fragment(',"price":');
const netPrice = fragment(',"net_price":');
const clearingPrice = fragment(',"clearing_price":');
const priority = fragment(',"priority":');
const noPriority = fragment(',"tier_id":null,"priority":null');
const rank = fragment(',"rank":');
const end = fragment(']}');

/** From behind the rank of a bid to the id of the next. */
const nextBidText = '},{"bid_id":"';
const nextBid = fragment(nextBidText);
const noRank = fragment(`,"rank":null${nextBidText}`);

const outcomes: Readonly<Record<Outcome, Fragment>> = {
  won: fragment(',"outcome":"won"'),
  outranked: fragment(',"outcome":"outranked"'),
  outbid: fragment(',"outcome":"outbid"'),
  lost_tie: fragment(',"outcome":"lost_tie"'),
  excluded: fragment(',"outcome":"excluded"'),
  below_floor: fragment(',"outcome":"below_floor"'),
};

/**
 * Writes the answer to an auction from a place on, byte for byte as `JSON.stringify` writes the contract's
 * `toAuctionAnswer` of it, without the objects in between. Returns the place behind it.
 */
export function writeAnswer(sink: JsonSink, start: number, result: AuctionResult, revisionText: string): number {
  let at = result.winner === null ? sink.fragment(start, noWinner) : writeWinner(sink, start, result.winner);
  at = sink.whole(at, result.ymProfileId);
  at = sink.text(sink.fragment(at, seed), result.seed);
  at = writeTime(sink, sink.fragment(at, time), result.timeMs);
  at = sink.text(sink.fragment(at, revision), revisionText);
  at = sink.fragment(at, bids);
  return sink.fragment(result.bids.length === 0 ? at : writeBids(sink, sink.fragment(at, bidId), result.bids), end);
}

/**
 * The second that was written last, up to its fraction: auctions without a time are of now. With `toISOString` for each
 * auction `POST /auction` took 3 % more processor time (profiles of 200,000 requests).
 */
let second = { startMs: 0, text: '1970-01-01T00:00:00.' };

/** A moment as `toISOString` writes it. Throws where that does. */
function writeTime(sink: JsonSink, start: number, timeMs: number): number {
  const startMs = Math.floor(timeMs / msPerSecond) * msPerSecond;
  if (startMs !== second.startMs)
    second = { startMs, text: new Date(startMs).toISOString().slice(0, -fraction.length) };
  const at = sink.text(start, second.text);
  sink.reserve(at, fraction.length);
  const { bytes } = sink;
  const ms = timeMs - startMs;
  bytes[at] = zero + Math.floor(ms / 100);
  bytes[at + 1] = zero + (Math.floor(ms / 10) % 10);
  bytes[at + 2] = zero + (ms % 10);
  bytes[at + 3] = letterZ;
  return at + fraction.length;
}

function writeWinner(sink: JsonSink, start: number, winner: Winner): number {
  let at = sink.text(sink.fragment(start, winnerId), winner.bidId);
  at =
    winner.memberId === null ? sink.fragment(at, noMember) : sink.whole(sink.fragment(at, memberId), winner.memberId);
  at = winner.tierId === null ? sink.fragment(at, noTier) : sink.whole(sink.fragment(at, tierId), winner.tierId);
  at = sink.micros(sink.fragment(at, price), winner.grossMicros);
  at = sink.micros(sink.fragment(at, netPrice), winner.netMicros);
  at = sink.micros(sink.fragment(at, clearingPrice), winner.clearingMicros);
  return sink.fragment(at, ymProfileId);
}

/** From the id of the first bid to behind the last one. */
function writeBids(sink: JsonSink, start: number, results: readonly BidResult[]): number {
  let at = start;
  for (let place = 0; place < results.length; place++) {
    const bid = results[place]!;
    sink.reserve(at, bytesPerEscape * bid.bidId.length + bidBytes);
    at = writeBid(sink.bytes, sink.view, at, bid);
  }
  // Behind the last bid there is no next one: only its brace stays.
  return at - nextBidText.length + 1;
}

/** From a bid's id to that of the next. */
function writeBid(bytes: Uint8Array, view: DataView, start: number, bid: BidResult): number {
  let at = writeText(bytes, start, bid.bidId);
  if (bid.memberId === null) at = writeFragment(view, at, noMember);
  else at = writeWhole(bytes, writeFragment(view, at, memberId), bid.memberId);
  at = writeFragment(view, at, outcomes[bid.outcome]);
  if (bid.tierId === null) at = writeFragment(view, at, noPriority);
  else {
    at = writeWhole(bytes, writeFragment(view, at, tierId), bid.tierId);
    at = writeWhole(bytes, writeFragment(view, at, priority), bid.priority ?? 0);
  }
  at = writeMicros(bytes, writeFragment(view, at, netPrice), bid.netMicros);
  if (bid.rank === null) return writeFragment(view, at, noRank);
  return writeFragment(view, writeWhole(bytes, writeFragment(view, at, rank), bid.rank), nextBid);
}
