import type { AuctionRequest } from '@auction-tiers/tier-engine';

/** An auction of one of the two periods. */
export interface MovedAuction {
  readonly request: AuctionRequest;
  /** The number of auctions of its period that it represents: 1 if all are recorded. */
  readonly weight: number;
  /** Its place in the period, milliseconds of the clock: see `ClockPeriod`. */
  readonly offsetMs: number;
  /** Index of the tier set that decided it, in the order of the publishes; null: the draft of an experiment decided it. */
  readonly rules: number | null;
  /** The seller's revenue, net CPM micros; undefined: compute it with these rules. */
  readonly takenMicros?: number | undefined;
}
