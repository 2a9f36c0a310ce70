import { quantityOf, timesQuantity } from '@auction-tiers/tally';
import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import { decideAuction, netMicros } from '@auction-tiers/tier-engine';

/** What an auction brings, CPM micros for all impressions that it counts as, and its winner. */
export interface Sale {
  /** Place of the winning bid in the request; -1: unsold. */
  readonly place: number;
  readonly grossMicros: number;
  readonly netMicros: number;
  /** null: unsold, or an unknown buyer. */
  readonly memberId: number | null;
  /** null: unsold, or untiered. */
  readonly tierId: number | null;
}

const unsold: Sale = { place: -1, grossMicros: 0, netMicros: 0, memberId: null, tierId: null };

/** Decides an auction, writes the decision to `into`, and gives the sale. */
export function sell(tierSet: TierSet, request: AuctionRequest, into: Decision): Sale {
  decideAuction(tierSet, request, into);
  return toSale(tierSet, request, into);
}

/** The sale of an auction that these tiers decided. */
export function toSale(tierSet: TierSet, request: AuctionRequest, decision: Decision): Sale {
  const { winnerIndex: index, clearingMicros, tierIndexes } = decision;
  if (index < 0) return unsold;
  const { memberId, feePpm = request.feePpm } = request.bids[index]!;
  const tierIndex = tierIndexes[index]!;
  const quantity = quantityOf(request);
  return {
    place: index,
    grossMicros: timesQuantity(clearingMicros, quantity),
    netMicros: timesQuantity(netMicros(clearingMicros, feePpm), quantity),
    memberId,
    tierId: tierIndex < 0 ? null : tierSet.tiers[tierIndex]!.id,
  };
}

/** Whether two decisions of an auction agree about every bid, and so bring the same revenue. */
export function isSameDecision(left: Decision, right: Decision, bidCount: number): boolean {
  if (left.winnerIndex !== right.winnerIndex || left.clearingMicros !== right.clearingMicros) return false;
  const [codes, otherCodes] = [left.outcomes, right.outcomes];
  for (let index = 0; index < bidCount; index++) if (codes[index] !== otherCodes[index]) return false;
  return true;
}
