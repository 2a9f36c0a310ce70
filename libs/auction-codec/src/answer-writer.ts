import {
  type AuctionRequest,
  type Bid,
  type Decision,
  outcomes as outcomeNames,
  rankBids,
  type Tier,
  type TierSet,
} from '@auction-tiers/tier-engine';
import {
  type Fragment,
  fragment,
  type JsonSink,
  writeFragment,
  writeMicros,
  writeText,
  writeWhole,
} from './json-sink.ts';

/** Room for all of a bid's answer but its id, with the bytes that the last fragment writes past its end. */
const bidBytes = 256;
const bytesPerEscape = 6;
const [msPerSecond, msPerMinute, msPerHour, msPerDay] = [1000, 60_000, 3_600_000, 86_400_000];
/** The form of the part of a time after its T. */
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

const experimentId = fragment(',"experiment":{"id":');
const arms = { C: fragment(',"arm":"C"}}'), T: fragment(',"arm":"T"}}') };

/** The text between the rank of a bid and the id of the next bid. */
const nextBidText = '},{"bid_id":"';
const nextBid = fragment(nextBidText);
const noRank = fragment(`,"rank":null${nextBidText}`);

/** By the index into the engine's `outcomes`. */
const outcomes: readonly Fragment[] = outcomeNames.map((outcome) => fragment(`,"outcome":"${outcome}"`));

/** The parts of the tier set and of the request that the answer needs. */
type TiersOf = Pick<TierSet, 'ymProfileId' | 'tiers'>;
type Asked = Pick<AuctionRequest, 'seed' | 'timeMs' | 'bids'>;

/**
 * Writes the answer to an auction at `start`, byte for byte as `JSON.stringify` writes the contract's
 * `toAuctionAnswer`, but without intermediate objects. `decision` is what the tiers decided about the request; this
 * function ranks its bids. Returns the offset after the answer.
 */
export function writeAnswer(
  sink: JsonSink,
  start: number,
  { ymProfileId: id, tiers }: TiersOf,
  request: Asked,
  decision: Decision,
  revisionText: string,
): number {
  rankBids(request, decision);
  let at = writeWinner(sink, start, tiers, request, decision);
  at = sink.whole(at, id);
  at = sink.text(sink.fragment(at, seed), request.seed);
  at = writeTime(sink, sink.fragment(at, time), request.timeMs);
  at = sink.text(sink.fragment(at, revision), revisionText);
  at = sink.fragment(at, bids);
  return sink.fragment(writeBids(sink, at, tiers, request, decision), end);
}

/** The experiment of an auction, and the arm whose tiers decided it: C, the live tiers, or T, the draft's. */
export interface ExperimentArm {
  readonly id: number;
  readonly arm: 'C' | 'T';
}

/** Adds `experiment` to an answer that ends at `answerEnd`. Returns the offset after it. */
export function addExperiment(sink: JsonSink, answerEnd: number, { id, arm }: ExperimentArm): number {
  return sink.fragment(sink.whole(sink.fragment(answerEnd - 1, experimentId), id), arms[arm]);
}

/**
 * The last written date, with its T: most auctions are of one day. With `toISOString` for each auction, `POST /auction`
 * took 3 % more processor time (profiles of 200,000 requests).
 */
let day = { startMs: 0, text: '1970-01-01T' };

/** Writes a time as `toISOString` does, and throws where `toISOString` does. */
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

/** Writes a number as two digits, and the character after them. */
function writeTwo(bytes: Uint8Array, at: number, value: number, behind: number): void {
  const tens = Math.floor(value / 10);
  bytes[at] = zero + tens;
  bytes[at + 1] = zero + value - 10 * tens;
  bytes[at + 2] = behind;
}

function writeWinner(
  sink: JsonSink,
  start: number,
  tiers: readonly Tier[],
  request: Asked,
  { winnerIndex, tierIndexes, netMicros, clearingMicros }: Decision,
): number {
  if (winnerIndex < 0) return sink.fragment(start, noWinner);
  const bid = request.bids[winnerIndex]!;
  const tierIndex = tierIndexes[winnerIndex]!;
  let at = sink.text(sink.fragment(start, winnerId), bid.id);
  at = bid.memberId === null ? sink.fragment(at, noMember) : sink.whole(sink.fragment(at, memberId), bid.memberId);
  at = tierIndex < 0 ? sink.fragment(at, noTier) : sink.whole(sink.fragment(at, tierId), tiers[tierIndex]!.id);
  at = sink.micros(sink.fragment(at, price), bid.grossMicros);
  at = sink.micros(sink.fragment(at, netPrice), netMicros[winnerIndex]!);
  at = sink.micros(sink.fragment(at, clearingPrice), clearingMicros);
  return sink.fragment(at, ymProfileId);
}

function writeBids(sink: JsonSink, start: number, tiers: readonly Tier[], request: Asked, decision: Decision): number {
  const { bids: sent } = request;
  if (sent.length === 0) return start;
  let at = sink.fragment(start, bidId);
  for (let index = 0; index < sent.length; index++) {
    const bid = sent[index]!;
    sink.reserve(at, bytesPerEscape * bid.id.length + bidBytes);
    at = writeBid(sink.bytes, sink.view, at, bid, tiers, decision, index);
  }
  // After the last bid no next bid follows: of `nextBidText` only the brace stays.
  return at - nextBidText.length + 1;
}

/** From a bid's id to the id of the next bid. */
function writeBid(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  bid: Bid,
  tiers: readonly Tier[],
  { outcomes: codes, tierIndexes, netMicros, ranks }: Decision,
  index: number,
): number {
  let at = writeText(bytes, start, bid.id);
  if (bid.memberId === null) at = writeFragment(view, at, noMember);
  else at = writeWhole(bytes, writeFragment(view, at, memberId), bid.memberId);
  at = writeFragment(view, at, outcomes[codes[index]!]!);
  const tierIndex = tierIndexes[index]!;
  if (tierIndex < 0) at = writeFragment(view, at, noPriority);
  else {
    const tier = tiers[tierIndex]!;
    at = writeWhole(bytes, writeFragment(view, at, tierId), tier.id);
    at = writeWhole(bytes, writeFragment(view, at, priority), tier.priority);
  }
  at = writeMicros(bytes, writeFragment(view, at, netPrice), netMicros[index]!);
  const auctionRank = ranks[index]!;
  if (auctionRank === 0) return writeFragment(view, at, noRank);
  return writeFragment(view, writeWhole(bytes, writeFragment(view, at, rank), auctionRank), nextBid);
}
