import type { FeeSource, LogKind } from '@auction-tiers/contract/compare-report';
import type { Decided } from '@auction-tiers/auction-codec';
import type { NamedOwner } from '@auction-tiers/recorded/usual-line';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import type { RecordedBid } from '../format/row-format.ts';

/** An auction of a log. */
export interface LoggedAuction {
  /**
   * As the engine takes it. Of a feed the prices are net already: its fee is 0, its gross prices are the net ones, so
   * that no fee is taken again.
   */
  readonly request: AuctionRequest;
  /** Where the fee of the request is from; a bid may name its own. */
  readonly feeSource: Exclude<FeeSource, 'bid'>;
  /** Id of the user or session, in any form; undefined: the line names none. */
  readonly unit?: string | undefined;
  /** What the line is addressed to; undefined: the log names no such thing. */
  readonly named?: NamedOwner | undefined;
  readonly kind: LogKind;
  readonly file: string;
  /** From 1. In a feed, the line of the first row that was read; in Parquet, the number of the row. */
  readonly line: number;
  /** From 1, if its line has several impressions; else undefined. */
  readonly impression: number | undefined;
  /** The decision of the service that recorded the auction; undefined: the line is of another log. */
  readonly decided?: Decided | undefined;
  /** What became of it in the original service: known from feeds only. */
  readonly recorded: RecordedAuction | undefined;
}

/** What a bid landscape feed has of an auction beyond its bids. */
export interface RecordedAuction {
  /** `auction_id_64`, as text: it does not fit a double. */
  readonly auctionId: string;
  /** null: the feed does not have it. */
  readonly sellerMemberId: number | null;
  /** One for each bid of the request, in the same order. */
  readonly bids: readonly RecordedBid[];
  /** Bids that could not take part under any tiers. */
  readonly leftOut: readonly RecordedBid[];
}

/** Whether the log itself says what fee an auction has. */
export function namesFee({ feeSource }: Pick<LoggedAuction, 'feeSource'>): boolean {
  return feeSource === 'auction' || feeSource === 'feed';
}

/** The place of an auction in its file: `line 7`, `line 7, impression 2`, `auction 123 (line 7)`. */
export function placeOf({ line, impression, recorded }: LoggedAuction): string {
  if (recorded !== undefined) return `auction ${recorded.auctionId} (line ${line})`;
  return impression === undefined ? `line ${line}` : `line ${line}, impression ${impression}`;
}
