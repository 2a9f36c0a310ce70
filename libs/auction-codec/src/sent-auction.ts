import type { AuctionRequest, AuctionType, Bid, Impression } from '@auction-tiers/tier-engine';

/** What an auction says of itself, in the engine's terms. What it leaves open is for the reader's caller to say. */
export interface SentAuction {
  readonly ymProfileId: number | undefined;
  readonly publisherId: number | undefined;
  readonly auctionType: AuctionType;
  readonly bidFloorMicros: number;
  /** Fee of the bids that name none, parts per million. */
  readonly feePpm: number | undefined;
  readonly seed: string | undefined;
  /** Milliseconds since the epoch. */
  readonly timeMs: number | undefined;
  readonly impression: Impression;
  readonly bids: readonly Bid[];
}

/** What an auction uses where it is silent. */
export interface SilentDefaults {
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** Moment of impressions that name none, milliseconds since the epoch. */
  readonly timeMs: number;
  /** The seed of an auction that names none; made only where it is needed. */
  readonly seed: () => string;
}

/** An auction as the engine takes it. */
export function toRequest(sent: SentAuction, defaults: SilentDefaults): AuctionRequest {
  return {
    auctionType: sent.auctionType,
    bidFloorMicros: sent.bidFloorMicros,
    feePpm: sent.feePpm ?? defaults.feePpm,
    seed: sent.seed ?? defaults.seed(),
    timeMs: sent.timeMs ?? defaults.timeMs,
    impression: sent.impression,
    bids: sent.bids,
  };
}
