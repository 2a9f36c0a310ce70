import type { AuctionRequest, Bid } from '../model/auction.ts';
import type { BidAttributes } from '../model/targeting.ts';
import { netMicros } from '../money/money.ts';
import {
  absent,
  allows,
  entryAfter,
  isInexact,
  isLastOfBuyer,
  isLastOfLevel,
  qualifies,
  tierIndexOf,
  toPriceWord,
} from '../set/tier-entries.ts';
import { firstFailure } from '../set/conditions.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled, excludedLevel, type TierLevels } from '../set/tier-set.ts';
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
  if (ownNets.length < out.length) ownNets = new Float64Array(out.length);
  selectWithNets(tierSet, request, out, ownNets);
}

/** The net prices of the auction that `selectTiers` selected for last. */
let ownNets = new Float64Array(0);

/**
 * Selects as `selectTiers` does, and writes the net prices of the bids, CPM micros, into `nets`.
 */
export function selectWithNets(tierSet: TierSet, request: AuctionRequest, out: Int32Array, nets: Float64Array): void {
  const { bids } = request;
  if (out.length < bids.length) {
    throw new RangeError(`there is room for ${out.length} of ${bids.length} bids`);
  }
  const { profiles, unlimited, highestLimit, levels } = tierSet[compiled];
  draws.resume(request.seed);
  if (tierSet.tiers.length > 0) profiles.begin(request);
  let highestNet = 0;
  for (let index = 0; index < bids.length; index++) {
    const bid = bids[index]!;
    const { grossMicros, feePpm = request.feePpm } = bid;
    const net = netMicros(grossMicros, feePpm);
    nets[index] = net;
    // Limits wait for the highest net price, as `highestNetOf` gives it, which few bids can raise.
    if (unlimited && (net <= highestNet || grossMicros < (bid.floorMicros ?? request.bidFloorMicros))) continue;
    out[index] = tierAt(tierSet, bid, net, index, 0);
    if (unlimited && levels[out[index]! + 1] !== excludedLevel) highestNet = net;
  }
  if (!unlimited) return;
  for (let index = 0; index < bids.length; index++) {
    const net = nets[index]!;
    // A bid that costs more than every limit would walk past all tiers that have one.
    const set = highestNet - net > highestLimit ? unlimited : tierSet;
    out[index] = tierAt(set, bids[index]!, net, index, highestNet);
  }
}

/**
 * What limits are compared with, CPM micros: the highest net price of the bids that are not below the floor and, with these
 * tiers, not excluded. It does not matter whether the tiers were selected with limits: a bid that one keeps out of its tier
 * is below it.
 */
export function highestNetOf(
  levels: TierLevels,
  { bids, bidFloorMicros }: AuctionRequest,
  nets: Float64Array,
  tierIndexes: Int32Array,
): number {
  let highestNet = 0;
  for (let index = 0; index < bids.length; index++) {
    const { grossMicros, floorMicros = bidFloorMicros } = bids[index]!;
    const isIn = grossMicros >= floorMicros && levels[tierIndexes[index]! + 1] !== excludedLevel;
    if (isIn && nets[index]! > highestNet) highestNet = nets[index]!;
  }
  return highestNet;
}

/**
 * The index of the tier of a bid with this net price, or -1. `highestNet`: what limits are compared with; 0 leaves them
 * aside.
 */
export function tierAt(tierSet: TierSet, bid: Bid, net: number, index: number, highestNet: number): number {
  // 0 is no member.
  const entry = tierSet[compiled].firstEntry.find(bid.memberId ?? 0);
  return entry === absent ? untiered : selectTier(tierSet, entry, net, index, bid, highestNet);
}

/**
 * Goes from a buyer's first entry through its priority levels: the first one with a match decides. `lastMatch` moves
 * without a branch for the reason given at `qualifies`; with one, a bid takes a fifth longer among 10,000 deep tiers.
 */
function selectTier(
  tierSet: TierSet,
  firstEntry: number,
  net: number,
  index: number,
  bid: BidAttributes,
  highestNet: number,
): number {
  const { entries, profiles, limitWords } = tierSet[compiled];
  const { passing } = profiles;
  const priceWord = toPriceWord(net);
  const costWord = toPriceWord(highestNet - net);
  for (let entry = firstEntry; ; entry = entryAfter(entry)) {
    const levelStart = entry;
    let lastMatch = entry;
    let count = 0;
    for (; ; entry = entryAfter(entry)) {
      let match = qualifies(entries, entry, passing, priceWord);
      if (costWord > 0) match &= allows(limitWords, entries, entry, costWord);
      if (isInexact(entries, entry)) match &= firstFailure(tierSet, entry, net, bid, highestNet) === undefined ? 1 : 0;
      count += match;
      lastMatch += (entry - lastMatch) & (0 - match);
      if (isLastOfLevel(entries, entry)) break;
    }
    if (count === 1) return tierIndexOf(entries, lastMatch);
    if (count > 1) return drawFromLevel(tierSet, levelStart, count, net, index, bid, highestNet);
    if (isLastOfBuyer(entries, entry)) return untiered;
  }
}

/** Draws one of the tied tiers. Walking them a second time is cheaper than keeping them. */
function drawFromLevel(
  tierSet: TierSet,
  levelStart: number,
  count: number,
  net: number,
  position: number,
  bid: BidAttributes,
  highestNet: number,
): number {
  const { entries, profiles, limitWords } = tierSet[compiled];
  const { passing } = profiles;
  const priceWord = toPriceWord(net);
  const costWord = toPriceWord(highestNet - net);
  let left = draws.index(position, drawPurpose.tier, count);
  for (let entry = levelStart; ; entry = entryAfter(entry)) {
    let match = qualifies(entries, entry, passing, priceWord);
    if (costWord > 0) match &= allows(limitWords, entries, entry, costWord);
    if (isInexact(entries, entry)) match &= firstFailure(tierSet, entry, net, bid, highestNet) === undefined ? 1 : 0;
    left -= match;
    if (left < 0) return tierIndexOf(entries, entry);
  }
}
