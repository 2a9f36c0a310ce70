import { grossNeededMicros } from './fee.ts';
import type { AuctionType } from './model.ts';

/** What the price of a won auction depends on. */
export interface ClearingTerms {
  readonly auctionType: AuctionType;
  readonly bidFloorMicros: number;
  readonly winnerGrossMicros: number;
  readonly winnerFeePpm: number;
  /** The next net price within the winner's own priority level; 0: nobody else is there. */
  readonly runnerUpNetMicros: number;
  /** The winning tier's; 0: none, or untiered. */
  readonly minPriceMicros: number;
}

/**
 * The gross price that the winner pays, CPM micros. Second price: the gross it would have needed to match the runner-up
 * of its own level and its tier's minimum, but at least the floor and never more than it bid.
 */
export function clearingMicros(terms: ClearingTerms): number {
  if (terms.auctionType === 1) return terms.winnerGrossMicros;
  const neededNetMicros = Math.max(terms.runnerUpNetMicros, terms.minPriceMicros);
  const neededMicros = grossNeededMicros(neededNetMicros, terms.winnerFeePpm);
  return Math.min(Math.max(neededMicros, terms.bidFloorMicros), terms.winnerGrossMicros);
}
