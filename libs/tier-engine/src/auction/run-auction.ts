import type { AuctionRequest, AuctionResult, BidResult, Winner } from '../model/auction.ts';
import { outcomes } from '../model/auction.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compareBids, decideAuction } from './decide.ts';
import { Decision } from './decision.ts';

/** Of the auction being run: running is synchronous, so one is enough. */
const buffers = new Decision();

/**
 * Puts each bid into its tier, orders the bids and names the winner and its price. A function of its arguments only: the
 * same tier set, request and seed give the same answer, byte for byte.
 */
export function runAuction(tierSet: TierSet, request: AuctionRequest): AuctionResult {
  const decision = buffers;
  decideAuction(tierSet, request, decision);
  const bids: Mutable<BidResult>[] = [];
  const order: number[] = [];
  for (let place = 0; place < request.bids.length; place++) {
    const { id, memberId } = request.bids[place]!;
    const tier = tierOf(tierSet, decision, place);
    const outcome = outcomes[decision.outcomes[place]!]!;
    if (outcome !== 'excluded' && outcome !== 'below_floor') order.push(place);
    bids.push({
      bidId: id,
      memberId,
      outcome,
      tierId: tier?.id ?? null,
      priority: tier?.priority ?? null,
      netMicros: decision.netMicros[place]!,
      rank: null,
    });
  }
  order.sort((left, right) => compareBids(decision, left, right));
  for (let at = 0; at < order.length; at++) bids[order[at]!]!.rank = at + 1;
  return {
    ymProfileId: tierSet.ymProfileId,
    revision: tierSet.revision,
    seed: request.seed,
    timeMs: request.timeMs,
    winner: toWinner(tierSet, request, decision),
    bids,
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

function tierOf(tierSet: TierSet, { tierIndexes }: Decision, place: number) {
  const tierIndex = tierIndexes[place]!;
  return tierIndex < 0 ? undefined : tierSet.tiers[tierIndex];
}

function toWinner(tierSet: TierSet, { bids }: AuctionRequest, decision: Decision): Winner | null {
  const { winnerPlace, clearingMicros } = decision;
  const bid = bids[winnerPlace];
  if (bid === undefined) return null;
  return {
    bidId: bid.id,
    memberId: bid.memberId,
    tierId: tierOf(tierSet, decision, winnerPlace)?.id ?? null,
    grossMicros: bid.grossMicros,
    netMicros: decision.netMicros[winnerPlace]!,
    clearingMicros,
  };
}
