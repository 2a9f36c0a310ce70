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
const [msPerSecond, msPerMinute, msPerHour, msPerDay] = [1000, 60_000, 3_600_000, 86_400_000];
/** What follows the T of a moment. */
const timeOfDay = '08:00:00.000Z';
const [zero, point, colon, letterZ] = [48, 46, 58, 90];

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
 * The day that was written last, up to the hour: most auctions are of one day. With `toISOString` for each auction
 * `POST /auction` took 3 % more processor time (profiles of 200,000 requests).
 */
let day = { startMs: 0, text: '1970-01-01T' };

/** A moment as `toISOString` writes it. Throws where that does. */
export function writeTime(sink: JsonSink, start: number, timeMs: number): number {
  const startMs = Math.floor(timeMs / msPerDay) * msPerDay;
  if (startMs !== day.startMs) day = { startMs, text: new Date(startMs).toISOString().slice(0, -timeOfDay.length) };
  const at = sink.text(start, day.text);
  sink.reserve(at, timeOfDay.length);
  const { bytes } = sink;
  const ms = timeMs - startMs;
  writeTwo(bytes, at, Math.floor(ms / msPerHour), colon);
  writeTwo(bytes, at + 3, Math.floor(ms / msPerMinute) % 60, colon);
  writeTwo(bytes, at + 6, Math.floor(ms / msPerSecond) % 60, point);
  bytes[at + 9] = zero + Math.floor((ms % msPerSecond) / 100);
  writeTwo(bytes, at + 10, ms % 100, letterZ);
  return at + timeOfDay.length;
}

/** A number of two digits, and the character behind it. */
function writeTwo(bytes: Uint8Array, at: number, value: number, behind: number): void {
  const tens = Math.floor(value / 10);
  bytes[at] = zero + tens;
  bytes[at + 1] = zero + value - 10 * tens;
  bytes[at + 2] = behind;
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
