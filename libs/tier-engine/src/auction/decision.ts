import type { Outcome } from '../model/auction.ts';

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
 * What the engine decided about one auction, in buffers that one auction after the other may be decided into: they grow
 * when they have to and are never cleared, so only the first `bidCount` places mean something. Places are those of the
 * bids in the request.
 */
export class Decision {
  bidCount = 0;
  /** The place of the winner; -1: no bid won. */
  winnerPlace = -1;
  /** What the winner pays, gross CPM micros; 0: no bid won. */
  clearingMicros = 0;
  /** By place: the index into `TierSet.tiers`, or -1. */
  tierIndexes = new Int32Array(0);
  /** By place: the bid less the fee, CPM micros. */
  netMicros = new Float64Array(0);
  /** By place: the auction rank, which is the priority of the tier; 0: untiered; -1: excluded. Higher ranks come first. */
  ranks = new Int8Array(0);
  /** By place: the index into `outcomes`. */
  outcomes = new Uint8Array(0);

  /** Makes room for an auction. */
  reserve(bidCount: number): void {
    this.bidCount = bidCount;
    if (bidCount <= this.tierIndexes.length) return;
    this.tierIndexes = new Int32Array(2 * bidCount);
    this.netMicros = new Float64Array(2 * bidCount);
    this.ranks = new Int8Array(2 * bidCount);
    this.outcomes = new Uint8Array(2 * bidCount);
  }
}
