import { clearingMicros } from './clearing.ts';
import type { Decision } from './decision.ts';
import { outcomeCode } from './decision.ts';
import { excludedLevel, levelOf } from './level.ts';
import type { AuctionRequest } from './model.ts';
import type { Draws } from './seed.ts';
import { selectWithNets } from './select.ts';
import type { TierSet } from './tier-set.ts';
import { compiled } from './tier-set.ts';

const nobody = -1;

/**
 * Puts each bid into its tier, finds the winner and says what it pays and what became of the others, into buffers of the
 * caller's. A function of the tier set, the request and its seed only. Allocates nothing a bid once the buffers are large
 * enough; `runAuction` gives the same as objects, with ranks.
 */
export function decideAuction(tierSet: TierSet, request: AuctionRequest, into: Decision): void {
  const { bids, bidFloorMicros } = request;
  into.reserve(bids.length);
  const { tierIndexes, netMicros, outcomes } = into;
  selectWithNets(tierSet, request, tierIndexes, netMicros);
  const { levels, draws } = tierSet[compiled];
  let winner = nobody;
  let winnerLevel = excludedLevel;
  let winnerNet = 0;
  for (let place = 0; place < bids.length; place++) {
    const level = levelOf(levels, tierIndexes[place]!);
    if (level === excludedLevel || bids[place]!.grossMicros < bidFloorMicros) {
      // An exclude comes before the floor.
      outcomes[place] = level === excludedLevel ? outcomeCode.excluded : outcomeCode.below_floor;
      continue;
    }
    // It takes part, and may yet win.
    outcomes[place] = outcomeCode.won;
    if (level < winnerLevel) continue;
    const net = netMicros[place]!;
    const isAhead =
      level > winnerLevel || net > winnerNet || (net === winnerNet && compareLuck(draws, place, winner) < 0);
    if (!isAhead) continue;
    winner = place;
    winnerLevel = level;
    winnerNet = net;
  }
  into.winnerPlace = winner;
  into.clearingMicros = 0;
  if (winner === nobody) return;
  let runnerUpNet = 0;
  for (let place = 0; place < bids.length; place++) {
    if (outcomes[place] !== outcomeCode.won || place === winner) continue;
    if (levelOf(levels, tierIndexes[place]!) !== winnerLevel) {
      outcomes[place] = outcomeCode.outranked;
      continue;
    }
    const net = netMicros[place]!;
    outcomes[place] = net === winnerNet ? outcomeCode.lost_tie : outcomeCode.outbid;
    if (net > runnerUpNet) runnerUpNet = net;
  }
  into.clearingMicros = priceOf(tierSet, request, into, runnerUpNet);
}

/** Less than 0 where the first bid comes before the other; both take part. For the auction decided last. */
export function compareBids(tierSet: TierSet, decision: Decision, place: number, other: number): number {
  const { levels, draws } = tierSet[compiled];
  const { tierIndexes, netMicros } = decision;
  const [level, otherLevel] = [levelOf(levels, tierIndexes[place]!), levelOf(levels, tierIndexes[other]!)];
  if (level !== otherLevel) return otherLevel - level;
  const difference = netMicros[other]! - netMicros[place]!;
  return difference === 0 ? compareLuck(draws, place, other) : difference;
}

function compareLuck(draws: Draws, place: number, other: number): number {
  return draws.sortKey(place) - draws.sortKey(other) || place - other;
}

function priceOf(
  { tiers }: TierSet,
  { auctionType, bidFloorMicros, bids, feePpm }: AuctionRequest,
  { tierIndexes, winnerPlace }: Decision,
  runnerUpNetMicros: number,
): number {
  const { grossMicros, feePpm: winnerFeePpm = feePpm } = bids[winnerPlace]!;
  return clearingMicros({
    auctionType,
    bidFloorMicros,
    winnerGrossMicros: grossMicros,
    winnerFeePpm,
    runnerUpNetMicros,
    minPriceMicros: tiers[tierIndexes[winnerPlace]!]?.minPriceMicros ?? 0,
  });
}
