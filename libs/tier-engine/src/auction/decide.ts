import type { AuctionRequest, Tier } from '../model/auction.ts';
import { grossNeededMicros } from '../money/fee.ts';
import type { TierSet } from '../set/tier-set.ts';
import type { Decision } from './decision.ts';
import { outcomeCode } from './decision.ts';
import { draws, selectWithNets } from './select.ts';

const noPlace = -1;

/** Auction ranks; that of an included bid is the priority of its tier. An excluded bid takes no part in the auction. */
const untieredRank = 0;
const excludedRank = -1;

/**
 * Puts each bid into its tier, finds the winner and says what it pays and what became of the others, into buffers of the
 * caller's. A function of the tier set, the request and its seed only. Allocates no memory per bid once the buffers are
 * large enough; `runAuction` gives the same as objects, with ranks.
 */
export function decideAuction(tierSet: TierSet, request: AuctionRequest, into: Decision): void {
  const { bids, bidFloorMicros } = request;
  into.reserve(bids.length);
  const { tierIndexes, netMicros, ranks, outcomes } = into;
  selectWithNets(tierSet, request, tierIndexes, netMicros);
  const { tiers } = tierSet;
  let winner = noPlace;
  let winnerRank = excludedRank;
  let winnerNet = 0;
  for (let place = 0; place < bids.length; place++) {
    const rank = auctionRank(tiers, tierIndexes[place]!);
    ranks[place] = rank;
    if (rank === excludedRank || bids[place]!.grossMicros < bidFloorMicros) {
      // An exclude comes before the floor.
      outcomes[place] = rank === excludedRank ? outcomeCode.excluded : outcomeCode.below_floor;
      continue;
    }
    // It takes part, and may still win.
    outcomes[place] = outcomeCode.won;
    if (rank < winnerRank) continue;
    const net = netMicros[place]!;
    const isAhead =
      rank > winnerRank || net > winnerNet || (net === winnerNet && comparePlacesByLot(place, winner) < 0);
    if (!isAhead) continue;
    winner = place;
    winnerRank = rank;
    winnerNet = net;
  }
  into.winnerPlace = winner;
  into.clearingMicros = 0;
  if (winner === noPlace) return;
  let runnerUpNet = 0;
  for (let place = 0; place < bids.length; place++) {
    if (outcomes[place] !== outcomeCode.won || place === winner) continue;
    if (ranks[place] !== winnerRank) {
      outcomes[place] = outcomeCode.outranked;
      continue;
    }
    const net = netMicros[place]!;
    outcomes[place] = net === winnerNet ? outcomeCode.lost_tie : outcomeCode.outbid;
    if (net > runnerUpNet) runnerUpNet = net;
  }
  into.clearingMicros = clearingMicros(tierSet, request, into, runnerUpNet);
}

/** Less than 0 where the first bid comes before the other. Both take part in the auction that was decided last. */
export function compareBids({ ranks, netMicros }: Decision, place: number, other: number): number {
  if (ranks[place] !== ranks[other]) return ranks[other]! - ranks[place]!;
  const difference = netMicros[other]! - netMicros[place]!;
  return difference === 0 ? comparePlacesByLot(place, other) : difference;
}

function comparePlacesByLot(place: number, other: number): number {
  return draws.sortKey(place) - draws.sortKey(other) || place - other;
}

function auctionRank(tiers: readonly Tier[], tierIndex: number): number {
  if (tierIndex < 0) return untieredRank;
  const { memberAction, priority } = tiers[tierIndex]!;
  return memberAction === 'exclude' ? excludedRank : priority;
}

/**
 * The gross price that the winner pays, CPM micros. Second price: the gross it would have needed to match the runner-up
 * of its own rank and its tier's minimum, but at least the floor and never more than it bid.
 */
function clearingMicros(
  { tiers }: TierSet,
  { auctionType, bidFloorMicros, bids, feePpm }: AuctionRequest,
  { tierIndexes, winnerPlace }: Decision,
  runnerUpNetMicros: number,
): number {
  const { grossMicros, feePpm: winnerFeePpm = feePpm } = bids[winnerPlace]!;
  if (auctionType === 1) return grossMicros;
  const minPriceMicros = tiers[tierIndexes[winnerPlace]!]?.minPriceMicros ?? 0;
  const neededMicros = grossNeededMicros(Math.max(runnerUpNetMicros, minPriceMicros), winnerFeePpm);
  return Math.min(Math.max(neededMicros, bidFloorMicros), grossMicros);
}
