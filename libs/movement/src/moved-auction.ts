import type { AuctionRequest } from '@auction-tiers/tier-engine';

/** An auction of one of the two periods. */
export interface MovedAuction {
  readonly request: AuctionRequest;
  /** How many auctions of its period it stands for: 1 where all are recorded. */
  readonly weight: number;
  /** Time since the start of its period, milliseconds. */
  readonly offsetMs: number;
  /** Index of the tier set that decided it, in the order of the publishes. */
  readonly rules: number;
  /** What the seller got, net CPM micros; undefined: what these rules decide. */
  readonly takenMicros?: number | undefined;
  /** Whether an experiment's draft decided it. */
  readonly isTrial?: boolean | undefined;
}
