import type { AuctionRequest, AuctionResult, BidResult, Tier, Winner } from '../model/auction.ts';
import { outcomes } from '../model/auction.ts';
import type { TierSet } from '../set/tier-set.ts';
import { Decision, decideAuction, rankBids } from './decide.ts';

/** The parts of a tier set that a result repeats. */
type TiersOf = Pick<TierSet, 'ymProfileId' | 'revision' | 'tiers'>;

/** The decision of the current auction. Running is synchronous, so all auctions share it. */
const buffers = new Decision();

/**
 * Puts each bid into its tier, orders the bids and names the winner and its price. A function of its arguments only: the
 * same tier set, request and seed give the same answer, byte for byte.
 */
export function runAuction(tierSet: TierSet, request: AuctionRequest): AuctionResult {
  decideAuction(tierSet, request, buffers);
  return toAuctionResult(tierSet, request, buffers);
}

/** Converts a decision to objects. `decision` must be what was decided about `request` under `tierSet`. */
export function toAuctionResult(tierSet: TiersOf, request: AuctionRequest, decision: Decision): AuctionResult {
  rankBids(request, decision);
  return {
    ymProfileId: tierSet.ymProfileId,
    revision: tierSet.revision,
    seed: request.seed,
    timeMs: request.timeMs,
    winner: toWinner(tierSet, request, decision),
    bids: request.bids.map(({ id, memberId }, index): BidResult => {
      const tier = tierOf(tierSet, decision, index);
      return {
        bidId: id,
        memberId,
        outcome: outcomes[decision.outcomes[index]!]!,
        tierId: tier?.id ?? null,
        priority: tier?.priority ?? null,
        netMicros: decision.netMicros[index]!,
        rank: decision.ranks[index]! || null,
      };
    }),
  };
}

/** undefined: the bid is in no tier. */
function tierOf({ tiers }: TiersOf, { tierIndexes }: Decision, index: number): Tier | undefined {
  return tiers[tierIndexes[index]!];
}

function toWinner(tierSet: TiersOf, { bids }: AuctionRequest, decision: Decision): Winner | null {
  const { winnerIndex, clearingMicros } = decision;
  const bid = bids[winnerIndex];
  if (bid === undefined) return null;
  return {
    bidId: bid.id,
    memberId: bid.memberId,
    tierId: tierOf(tierSet, decision, winnerIndex)?.id ?? null,
    grossMicros: bid.grossMicros,
    netMicros: decision.netMicros[winnerIndex]!,
    clearingMicros,
  };
}
