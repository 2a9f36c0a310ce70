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
  const { winnerPlace: place, clearingMicros, tierIndexes } = decision;
  if (place < 0) return unsold;
  const { memberId, feePpm = request.feePpm } = request.bids[place]!;
  const tierIndex = tierIndexes[place]!;
  const quantity = quantityOf(request);
  return {
    place,
    grossMicros: timesQuantity(clearingMicros, quantity),
    netMicros: timesQuantity(netMicros(clearingMicros, feePpm), quantity),
    memberId,
    tierId: tierIndex < 0 ? null : tierSet.tiers[tierIndex]!.id,
  };
}

/** Whether two decisions of an auction agree about every bid, and so bring the same revenue. */
export function isSameDecision(left: Decision, right: Decision, bidCount: number): boolean {
  if (left.winnerPlace !== right.winnerPlace || left.clearingMicros !== right.clearingMicros) return false;
  const [codes, otherCodes] = [left.outcomes, right.outcomes];
  for (let place = 0; place < bidCount; place++) if (codes[place] !== otherCodes[place]) return false;
  return true;
}
