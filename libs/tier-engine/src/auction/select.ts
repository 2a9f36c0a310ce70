import type { AuctionRequest, Bid } from '../model/auction.ts';
import type { BidAttributes } from '../model/targeting.ts';
import { netMicros } from '../money/money.ts';
import {
  absent,
  entryAfter,
  isInexact,
  isLastOfBuyer,
  isLastOfLevel,
  qualifies,
  reachesMinimum,
  slotOf,
  tierIndexOf,
  toPriceWord,
} from '../set/tier-entries.ts';
import { isRunning } from '../set/running.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled } from '../set/tier-set.ts';
import { Draws, drawPurpose } from './draws.ts';

/** Stands for a tier's index where no tier matches the bid. */
export const untiered = -1;

/** The draws of the auction selected last. Selecting is synchronous, so all sets share this object. */
export const draws = new Draws('');

/**
 * For each bid, in the order of the request, the index into `tierSet.tiers` of the one tier it belongs to, or -1. The
 * tier may be an exclude. Throws a RangeError when `out` is shorter than the bids.
 */
export function selectTiers(tierSet: TierSet, request: AuctionRequest, out: Int32Array): void {
  selectWithNets(tierSet, request, out, undefined);
}

/** Selects as `selectTiers` does, and writes the net prices of the bids, CPM micros, into `nets` where it is given. */
export function selectWithNets(
  tierSet: TierSet,
  request: AuctionRequest,
  out: Int32Array,
  nets: Float64Array | undefined,
): void {
  const { bids } = request;
  if (out.length < bids.length) {
    throw new RangeError(`there is room for ${out.length} of ${bids.length} bids`);
  }
  const { profiles, firstEntry } = tierSet[compiled];
  draws.resume(request.seed);
  const hasTiers = tierSet.tiers.length > 0;
  if (hasTiers) profiles.begin(request);
  for (let place = 0; place < bids.length; place++) {
    const bid = bids[place]!;
    const { memberId, grossMicros, feePpm = request.feePpm } = bid;
    const net = netMicros(grossMicros, feePpm);
    if (nets !== undefined) nets[place] = net;
    const entry = !hasTiers || memberId === null ? absent : firstEntry.find(memberId);
    out[place] = entry === absent ? untiered : selectTier(tierSet, entry, net, place, bid);
  }
}

/**
 * Goes from a buyer's first entry through its priority levels: the first one with a match decides. `lastMatch` moves
 * without a branch for the reason given at `qualifies`; with one, a bid takes a fifth longer among 10,000 deep tiers.
 */
export function selectTier(
  tierSet: TierSet,
  firstEntry: number,
  net: number,
  place: number,
  bid: BidAttributes,
): number {
  const { entries, profiles } = tierSet[compiled];
  const { passing } = profiles;
  const priceWord = toPriceWord(net);
  for (let entry = firstEntry; ; entry = entryAfter(entry)) {
    const levelStart = entry;
    let lastMatch = entry;
    let count = 0;
    for (; ; entry = entryAfter(entry)) {
      let match = qualifies(entries, entry, passing, priceWord);
      if (isInexact(entries, entry)) match &= matchesExactly(tierSet, entry, net, bid);
      count += match;
      lastMatch += (entry - lastMatch) & (0 - match);
      if (isLastOfLevel(entries, entry)) break;
    }
    if (count === 1) return tierIndexOf(entries, lastMatch);
    if (count > 1) return drawFromLevel(tierSet, levelStart, count, net, place, bid);
    if (isLastOfBuyer(entries, entry)) return untiered;
  }
}

/** Draws one of the tied tiers. Walking them a second time is cheaper than keeping them. */
function drawFromLevel(
  tierSet: TierSet,
  levelStart: number,
  count: number,
  net: number,
  place: number,
  bid: BidAttributes,
): number {
  const { entries, profiles } = tierSet[compiled];
  const { passing } = profiles;
  const priceWord = toPriceWord(net);
  let left = draws.index(place, drawPurpose.tier, count);
  for (let entry = levelStart; ; entry = entryAfter(entry)) {
    let match = qualifies(entries, entry, passing, priceWord);
    if (isInexact(entries, entry)) match &= matchesExactly(tierSet, entry, net, bid);
    left -= match;
    if (left < 0) return tierIndexOf(entries, entry);
  }
}

/** 1 where the tier of an entry matches the bid, else 0. */
export function matchesExactly(
  { tiers, [compiled]: own }: TierSet,
  entry: number,
  net: number,
  bid: BidAttributes,
): number {
  const { entries, profiles } = own;
  if (!isRunning(tiers[tierIndexOf(entries, entry)]!, profiles.timeMs)) return 0;
  return reachesMinimum(entries, entry, net, tiers) && profiles.matches(slotOf(entries, entry), bid) ? 1 : 0;
}

/**
 * The number of candidate entries of an auction: for each bid, the tiers that name its buyer. Deciding the auction
 * reads no other entries, so this number bounds its work.
 */
export function candidateEntries(tierSet: TierSet, bids: readonly Bid[]): number {
  const { firstEntry, buyers } = tierSet[compiled];
  let count = 0;
  for (const { memberId } of bids) {
    const entry = memberId === null ? absent : firstEntry.find(memberId);
    if (entry !== absent) count += buyers.lengthFrom(entry);
  }
  return count;
}

/** An upper bound of `candidateEntries` for this number of bids, known without reading the bids. */
export function mostCandidateEntries(tierSet: TierSet, bidCount: number): number {
  return bidCount * tierSet[compiled].buyers.longest;
}
