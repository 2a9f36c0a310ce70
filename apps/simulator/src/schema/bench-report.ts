/** What one program took. Several programs were measured in turns on the same auctions. */
export interface BenchRow {
  readonly name: string;
  /** Of the times of auctions, each divided by its bids: nanoseconds per bid. */
  readonly median_ns: number;
  readonly p99_ns: number;
  /** On one core. */
  readonly bids_a_second: number;
  /** Bytes allocated per bid. */
  readonly bytes_a_bid: number;
  /** Answers of timed auctions that were compared with the linear matcher's. All were equal. */
  readonly checked_bids: number;
}

/** All programs with one number of tiers. */
export interface BenchSize {
  readonly tiers: number;
  /** Whether these are the tiers of the file as they are; else they are part of them, copies of them, or synthetic. */
  readonly is_own: boolean;
  /** Auctions that were measured: fewer with more tiers, because the linear matcher decides each of them. */
  readonly auctions: number;
  readonly compile_ms: number;
  readonly rows: readonly BenchRow[];
}

/** The JSON of `bench --out`. */
export interface BenchReport {
  /** null: synthetic tiers. */
  readonly tier_set: { readonly file: string; readonly name: string; readonly tiers: number } | null;
  readonly auctions: {
    /** null: synthetic auctions of this seed. */
    readonly files: readonly string[] | null;
    readonly seed: string;
    readonly count: number;
    readonly bids: number;
  };
  readonly machine: { readonly processor: string; readonly node: string };
  /** Ascending by tiers. */
  readonly sizes: readonly BenchSize[];
}

/** The programs, in the order of the tables: what each does for every bid. */
export const benchNames = {
  limit: 'limit: read the bid',
  select: 'tier-engine: select',
  index: 'simple index: select',
  linear: 'linear: select',
  decide: 'tier-engine: decide',
  explain: 'tier-engine: explain',
} as const;
