import type { AuctionRequest, Impression } from '@auction-tiers/tier-engine';

/** What one row of the README's table does to a request. */
export interface MappingCase {
  /** First column of the row. */
  readonly row: string;
  readonly title: string;
  /** Joined to a request with one bare impression. */
  readonly request?: object;
  /** Joined to that impression. */
  readonly imp?: object;
  /** All attributes that the impression then has; none by default. */
  readonly impression?: Impression;
  readonly terms?: Partial<Pick<AuctionRequest, 'auctionType' | 'bidFloorMicros'>>;
  /** The user or session; none by default. */
  readonly unit?: string | RegExp;
  readonly warnings?: readonly string[];
}
