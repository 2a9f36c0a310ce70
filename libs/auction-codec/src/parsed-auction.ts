import type { AuctionRequest, AuctionType, Bid, Impression } from '@auction-tiers/tier-engine';

/** What the bytes of an auction say, in the engine's terms; undefined: the auction does not say it. */
export interface ParsedAuction {
  readonly ymProfileId: number | undefined;
  readonly publisherId: number | undefined;
  readonly auctionType: AuctionType | undefined;
  readonly bidFloorMicros: number | undefined;
  /** Fee of the bids that name none, parts per million. */
  readonly feePpm: number | undefined;
  readonly seed: string | undefined;
  /** Milliseconds since the epoch. */
  readonly timeMs: number | undefined;
  readonly impression: Impression;
  readonly bids: readonly Bid[];
}

/** What an auction uses where its bytes are silent. */
export interface AuctionDefaults {
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** Moment of impressions that name none, milliseconds since the epoch. */
  readonly timeMs: number;
  /** Makes the seed of an auction that names none; called only for those. */
  readonly seed: () => string;
}

/** An auction as the engine takes it. */
export function toRequest(parsed: ParsedAuction, defaults: AuctionDefaults): AuctionRequest {
  return {
    auctionType: parsed.auctionType ?? 1,
    bidFloorMicros: parsed.bidFloorMicros ?? 0,
    feePpm: parsed.feePpm ?? defaults.feePpm,
    seed: parsed.seed ?? defaults.seed(),
    timeMs: parsed.timeMs ?? defaults.timeMs,
    impression: parsed.impression,
    bids: parsed.bids,
  };
}
