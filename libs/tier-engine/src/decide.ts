import { clearingMicros } from './clearing.ts';
import type { Decision } from './decision.ts';
import { outcomeCode } from './decision.ts';
import { netMicros } from './fee.ts';
import type { AuctionRequest, Tier } from './model.ts';
import { selectTiers } from './select.ts';
import type { TierSet } from './tier-set.ts';
import { compiled } from './tier-set.ts';

const nobody = -1;
/** Untiered bids rank below every tier. */
const untieredLevel = 0;

/**
 * Puts each bid into its tier, finds the winner and says what it pays and what became of the others, into buffers of the
 * caller's. A function of the tier set, the request and its seed only. Allocates nothing a bid once the buffers are large
 * enough; `runAuction` gives the same as objects, with ranks.
 */
export function decideAuction(tierSet: TierSet, request: AuctionRequest, into: Decision): void {
  const { bids } = request;
  into.reserve(bids.length);
  selectTiers(tierSet, request, into.tierIndexes);
  let winner = nobody;
  let runnerUp = nobody;
  for (let place = 0; place < bids.length; place++) {
    const { grossMicros, feePpm = request.feePpm } = bids[place]!;
    into.netMicros[place] = netMicros(grossMicros, feePpm);
    const barrier = barrierOf(tierAt(tierSet, into, place), grossMicros, request.bidFloorMicros);
    into.outcomes[place] = barrier;
    if (barrier !== outcomeCode.won) continue;
    if (winner === nobody || compareBids(tierSet, into, place, winner) < 0) {
      runnerUp = winner;
      winner = place;
    } else if (runnerUp === nobody || compareBids(tierSet, into, place, runnerUp) < 0) runnerUp = place;
  }
  into.winnerPlace = winner;
  into.clearingMicros = winner === nobody ? 0 : priceOf(tierSet, request, into, winner, runnerUp);
  for (let place = 0; place < bids.length; place++) {
    if (into.outcomes[place] === outcomeCode.won) into.outcomes[place] = outcomeAgainst(tierSet, into, place, winner);
  }
}

/** Less than 0 where the first bid comes before the other; both take part. For the auction decided last. */
export function compareBids(tierSet: TierSet, decision: Decision, place: number, other: number): number {
  const level = levelAt(tierSet, decision, place);
  const otherLevel = levelAt(tierSet, decision, other);
  if (level !== otherLevel) return otherLevel - level;
  const difference = decision.netMicros[other]! - decision.netMicros[place]!;
  if (difference !== 0) return difference;
  const { draws } = tierSet[compiled];
  return draws.sortKey(place) - draws.sortKey(other) || place - other;
}

function tierAt(tierSet: TierSet, { tierIndexes }: Decision, place: number): Tier | undefined {
  const tierIndex = tierIndexes[place]!;
  return tierIndex < 0 ? undefined : tierSet.tiers[tierIndex];
}

function levelAt(tierSet: TierSet, decision: Decision, place: number): number {
  return tierAt(tierSet, decision, place)?.priority ?? untieredLevel;
}

/** What keeps a bid out of the auction, an exclude before the floor; or that it takes part and may yet win. */
function barrierOf(tier: Tier | undefined, grossMicros: number, bidFloorMicros: number): number {
  if (tier?.memberAction === 'exclude') return outcomeCode.excluded;
  return grossMicros < bidFloorMicros ? outcomeCode.below_floor : outcomeCode.won;
}

function outcomeAgainst(tierSet: TierSet, decision: Decision, place: number, winner: number): number {
  if (place === winner) return outcomeCode.won;
  if (levelAt(tierSet, decision, place) !== levelAt(tierSet, decision, winner)) return outcomeCode.outranked;
  return decision.netMicros[place] === decision.netMicros[winner] ? outcomeCode.lost_tie : outcomeCode.outbid;
}

function priceOf(
  tierSet: TierSet,
  { auctionType, bidFloorMicros, bids, feePpm }: AuctionRequest,
  decision: Decision,
  winner: number,
  runnerUp: number,
): number {
  const { grossMicros, feePpm: winnerFeePpm = feePpm } = bids[winner]!;
  const isOneLevel = runnerUp !== nobody && levelAt(tierSet, decision, runnerUp) === levelAt(tierSet, decision, winner);
  return clearingMicros({
    auctionType,
    bidFloorMicros,
    winnerGrossMicros: grossMicros,
    winnerFeePpm,
    runnerUpNetMicros: isOneLevel ? decision.netMicros[runnerUp]! : 0,
    minPriceMicros: tierAt(tierSet, decision, winner)?.minPriceMicros ?? 0,
  });
}
