import type { LogKind } from '@auction-tiers/contract/compare-report';

// What a format of rows is, one bid a row. Each is one file of this folder and a row of the table in `formats.ts`.

export interface RecordedBid {
  readonly memberId: number | null;
  /** `actual_bid_price`: net CPM micros. */
  readonly netMicros: number;
  /** `raw_net_bid_price`: differs from the price for deals of a fixed price; null: not given. */
  readonly rawNetMicros: number | null;
  /** The floor for this bid, CPM micros. */
  readonly hardFloorMicros: number;
  /** `bid_reject_reason`, unchanged; null: not rejected. */
  readonly rejectReason: string | null;
  /** Whether it was rejected for another reason than its price: no tiers could have admitted it. */
  readonly isRejected: boolean;
  /** The tier that the original service put it into; null: none. */
  readonly tierId: number | null;
  readonly dealId: string | null;
  readonly isWinning: boolean;
}

/** A bid of a row, and the auction that it belongs to. */
export interface FeedRow {
  readonly auctionId: string;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly sellerMemberId: number | null;
  /** Of the impression, ISO 3166-1 alpha-2; null: not known. */
  readonly country: string | null;
  readonly placementId: number | string | null;
  readonly bid: RecordedBid;
}

/** The values of one row, by the names of columns. The first that is refused makes the row a broken line. */
export interface RowValues {
  auctionId(column: string): string;
  momentMs(column: string): number;
  /** A time by the clock of the network, such as 2026-11-21-08:30:15. Of two, the first moment. */
  localMs(column: string): number;
  /** null: missing, 0, or the seat of an unknown buyer. */
  buyer(column: string): number | null;
  /** The first that is known; null: none is. */
  anyBuyer(columns: readonly string[]): number | null;
  has(column: string): boolean;
  /** null: missing, 0 or refused. */
  id(column: string): number | null;
  /** null: missing. */
  price(column: string): number | null;
  requiredPrice(column: string): number;
  /** 0: missing. */
  floor(column: string): number;
  /** null: missing or 0. Codes of other systems are not changed. */
  code(column: string): string | null;
  /** The code of a country by its name; null: missing, or none. */
  country(column: string): string | null;
  flag(column: string): boolean;
  required(column: string): string;
}

/** What a log calls columns, in any case. */
export type ColumnNames = Readonly<Partial<Record<string, string>>>;

/** The places of columns in a row; undefined: the log does not have it. */
export type ColumnPlaces = Readonly<Partial<Record<string, number>>>;

export interface RowFormat {
  readonly kind: Exclude<LogKind, 'own' | 'openrtb'>;
  /** As `--format` names it, and its words there; null: it is only found from its content. */
  readonly option: readonly [name: string, words: string] | null;
  /** The columns that are read, by our names. */
  readonly columns: readonly string[];
  readonly priceColumn: string;
  /** Whether each bid has the floor of its buyer. Otherwise an auction has the lowest floor of its bids. */
  readonly hasOwnFloors: boolean;
  /** The places of columns in a header, whose names are in lower case. `named`: what the log calls them. */
  readonly find: (names: readonly string[], named?: ColumnNames) => ColumnPlaces;
  /** Whether a header is meant as one of this format. */
  readonly detect: (places: ColumnPlaces, names: readonly string[]) => boolean;
  /** The columns that a header lacks, in words. */
  readonly missing: (places: ColumnPlaces, named?: ColumnNames) => readonly string[];
  /** Whether ids of auctions may be any text, and buyers seats and names. */
  readonly hasTexts: (places: ColumnPlaces, names: readonly string[]) => RowIds;
  readonly read: (values: RowValues) => FeedRow;
  /** Whether it has only some users or bids. */
  readonly isSample: boolean;
  /** What lacks in the figures of a replay. */
  readonly note: string;
  /** What lacks in so many auctions, as the beginning of a sentence. */
  readonly lacks: (auctions: string) => string;
  /** How many attributes of impressions it names. */
  readonly attributes: 'no' | 'few';
}

export interface RowIds {
  /** Whether ids of auctions may be any text. */
  readonly hasTextIds: boolean;
  /** Whether buyers may be seats and names. */
  readonly hasSeats: boolean;
}
