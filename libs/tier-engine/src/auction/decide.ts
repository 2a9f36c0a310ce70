import type { AuctionRequest, Bid, Outcome, Tier } from '../model/auction.ts';
import { grossNeededMicros, netMicros as toNetMicros } from '../money/money.ts';
import { compiled, excludedLevel, type TierLevels, type TierSet, untieredLevel } from '../set/tier-set.ts';
import { draws, selectWithNets } from './select.ts';

const noPlace = -1;

/** The indexes of `outcomes`. */
export const outcomeCode = {
  won: 0,
  outranked: 1,
  outbid: 2,
  lost_tie: 3,
  excluded: 4,
  below_floor: 5,
} as const satisfies Record<Outcome, number>;

/**
 * What the engine decided about one auction, in buffers that the caller may reuse for the next auction. The buffers
 * grow when needed and are never cleared, so only their first `bidCount` elements are valid. An index is that of a
 * bid in the request.
 */
export class Decision {
  bidCount = 0;
  /** The index of the winner; -1: no bid won. */
  winnerIndex = -1;
  /** What the winner pays, gross CPM micros; 0: no bid won. */
  clearingMicros = 0;
  /** The highest net price of a bid that is neither excluded nor below the floor, CPM micros; 0: there is none. */
  highestNetMicros = 0;
  /** By index: the index into `TierSet.tiers`, or -1. */
  tierIndexes = new Int32Array(0);
  /** By index: the bid less the fee, CPM micros. */
  netMicros = new Float64Array(0);
  /** By index: the level, which is the priority of the tier; 0: untiered; -1: excluded. Higher levels come first. */
  levels = new Int8Array(0);
  /** By index: the index into `outcomes`. */
  outcomes = new Uint8Array(0);
  /** By index: the rank in the auction order, from 1; 0: the bid takes no part. Only `rankBids` writes it. */
  ranks = new Int32Array(0);

  /** Makes room for an auction. */
  reserve(bidCount: number): void {
    this.bidCount = bidCount;
    if (bidCount <= this.tierIndexes.length) return;
    this.tierIndexes = new Int32Array(2 * bidCount);
    this.netMicros = new Float64Array(2 * bidCount);
    this.levels = new Int8Array(2 * bidCount);
    this.outcomes = new Uint8Array(2 * bidCount);
    this.ranks = new Int32Array(2 * bidCount);
  }
}

/**
 * Puts each bid into its tier, finds the winner and says what it pays and what became of the others, into buffers of the
 * caller's. The decision depends on nothing but the tier set and the request with its seed. Allocates no memory per bid
 * once the buffers are large enough; `runAuction` gives the decision as objects.
 */
export function decideAuction(tierSet: TierSet, request: AuctionRequest, into: Decision): void {
  into.reserve(request.bids.length);
  selectWithNets(tierSet, request, into.tierIndexes, into.netMicros);
  decideSelected(tierSet.tiers, tierSet[compiled].levels, request, into);
}

/** Decides an auction whose tiers and net prices are already in the buffers; `draws` must hold the request's seed. */
export function decideSelected(
  tiers: readonly Tier[],
  tierLevels: TierLevels,
  request: AuctionRequest,
  into: Decision,
): void {
  const { auctionType, bids, bidFloorMicros } = request;
  const { tierIndexes, netMicros, levels, outcomes } = into;
  let winner = noPlace;
  let winnerLevel = excludedLevel;
  let winnerNet = 0;
  for (let index = 0; index < bids.length; index++) {
    const level = levelOf(tierLevels, tierIndexes[index]!);
    levels[index] = level;
    const { grossMicros, floorMicros = bidFloorMicros } = bids[index]!;
    if (level === excludedLevel || grossMicros < floorMicros) {
      // An exclude comes before the floor.
      outcomes[index] = level === excludedLevel ? outcomeCode.excluded : outcomeCode.below_floor;
      continue;
    }
    // It takes part, and may still win.
    outcomes[index] = outcomeCode.won;
    if (level < winnerLevel) continue;
    const net = netMicros[index]!;
    const isAhead = level > winnerLevel || net > winnerNet || (net === winnerNet && compareByLot(index, winner) < 0);
    if (!isAhead) continue;
    winner = index;
    winnerLevel = level;
    winnerNet = net;
  }
  into.winnerIndex = winner;
  into.clearingMicros = 0;
  into.highestNetMicros = winnerNet;
  if (winner === noPlace) return;
  const won = bids[winner]!;
  let highestNet = winnerNet;
  // At first price the winner pays all that it bids, so no runner-up is looked for.
  let runnerUpNet = auctionType === 1 || won.isFirstPrice ? Infinity : 0;
  for (let index = 0; index < bids.length; index++) {
    if (outcomes[index] !== outcomeCode.won || index === winner) continue;
    const net = netMicros[index]!;
    if (levels[index] === winnerLevel) {
      outcomes[index] = net === winnerNet ? outcomeCode.lost_tie : outcomeCode.outbid;
      if (net > runnerUpNet && !isSameBuyer(bids[index]!, won)) runnerUpNet = net;
    } else {
      outcomes[index] = outcomeCode.outranked;
      if (net > highestNet) highestNet = net;
    }
  }
  into.highestNetMicros = highestNet;
  const minPriceMicros = tiers[tierIndexes[winner]!]?.minPriceMicros ?? 0;
  into.clearingMicros = secondPriceMicros(request, won, Math.max(runnerUpNet, minPriceMicros));
}

/** Up to this many bids are ranked by insertion sort, which takes too many moves for more. */
const mostMoved = 64;
/** The places of the bids in auction order. Ranking is synchronous, so all auctions share this buffer. */
const ordered = new Int32Array(mostMoved);

/**
 * Writes the rank of each bid that takes part; the winner's is 1. `decision` is what was decided about the request.
 * Allocates memory only for more than `mostMoved` bids.
 */
export function rankBids({ seed }: Pick<AuctionRequest, 'seed'>, decision: Decision): void {
  const { bidCount, outcomes, ranks } = decision;
  draws.resume(seed);
  const isMoved = bidCount <= mostMoved;
  const order = isMoved ? ordered : new Int32Array(bidCount);
  let count = 0;
  for (let index = 0; index < bidCount; index++) {
    ranks[index] = 0;
    if (outcomes[index]! >= outcomeCode.excluded) continue;
    let at = count++;
    if (isMoved) for (; at > 0 && compareBids(decision, order[at - 1]!, index) > 0; at--) order[at] = order[at - 1]!;
    order[at] = index;
  }
  if (!isMoved) order.subarray(0, count).sort((index, other) => compareBids(decision, index, other));
  for (let at = 0; at < count; at++) ranks[order[at]!] = at + 1;
}

/** Below 0 where `index` comes before `other`. Both bids take part in the auction whose seed `draws` holds. */
export function compareBids(
  { levels, netMicros }: Pick<Decision, 'levels' | 'netMicros'>,
  index: number,
  other: number,
): number {
  if (levels[index] !== levels[other]) return levels[other]! - levels[index]!;
  const difference = netMicros[other]! - netMicros[index]!;
  return difference === 0 ? compareByLot(index, other) : difference;
}

/** Below 0 where the draw puts `index` before `other`. */
export function compareByLot(index: number, other: number): number {
  return draws.sortKey(index) - draws.sortKey(other) || index - other;
}

/** The priority of an include; 0: untiered; -1: excluded. */
export function levelOf(tierLevels: TierLevels, tierIndex: number): number {
  return tierLevels[tierIndex + 1]!;
}

/** Whether two bids are of one buyer: one member, or no member and one seat. A bid with neither is its own buyer. */
export function isSameBuyer(bid: Bid, other: Bid): boolean {
  if (bid.memberId !== null || other.memberId !== null) return bid.memberId === other.memberId;
  return bid.seat !== undefined && bid.seat === other.seat;
}

/**
 * The gross price at second price, CPM micros: what the winner would have needed to net `beatenNetMicros`, but at least
 * the floor and never more than its bid.
 */
function secondPriceMicros({ bidFloorMicros, feePpm }: AuctionRequest, won: Bid, beatenNetMicros: number): number {
  const { grossMicros, feePpm: winnerFeePpm = feePpm, floorMicros = bidFloorMicros } = won;
  return Math.min(Math.max(grossNeededMicros(beatenNetMicros, winnerFeePpm), floorMicros), grossMicros);
}

/** The seller's revenue from the auction after the winner's fee, CPM micros; 0: no bid won. */
export function netTakenMicros({ bids, feePpm }: AuctionRequest, { winnerIndex, clearingMicros }: Decision): number {
  return winnerIndex < 0 ? 0 : toNetMicros(clearingMicros, bids[winnerIndex]!.feePpm ?? feePpm);
}

/**
 * The price of preference, net CPM micros: what the same auction (its type, floor, bids, fees and draws, without the bids
 * that a tier excluded) brings when no bid is in a tier, less the net taken. At first price that is the highest net price
 * less the net taken, and 0 where no tier puts a lower bid ahead of a higher one. At second price it may be negative,
 * because a tier's minimum can raise the price.
 */
export function forgoneMicros(request: AuctionRequest, decision: Decision): number {
  return untieredNetMicros(request, decision) - netTakenMicros(request, decision);
}

/** The levels of bids that take part, which are in no tier, and of the others. Forgoing is synchronous. */
const untieredLevels: TierLevels = Int8Array.of(untieredLevel, excludedLevel);
const withoutTiers = new Decision();

function untieredNetMicros(request: AuctionRequest, decision: Decision): number {
  const { bidCount, outcomes, highestNetMicros } = decision;
  if (request.auctionType === 1) return highestNetMicros;
  withoutTiers.reserve(bidCount);
  for (let index = 0; index < bidCount; index++) {
    withoutTiers.tierIndexes[index] = outcomes[index] === outcomeCode.excluded ? 0 : -1;
    withoutTiers.netMicros[index] = decision.netMicros[index]!;
  }
  draws.resume(request.seed);
  decideSelected([], untieredLevels, request, withoutTiers);
  return netTakenMicros(request, withoutTiers);
}
