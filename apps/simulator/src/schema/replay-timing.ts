/** Nanoseconds, in words that JSON carries. Each is the longest time of its bucket, but for the shortest and the mean. */
export interface LatencyFigures {
  readonly auctions: number;
  readonly min: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p99_9: number;
  readonly max: number;
}

/** How fast a replay was. It is no part of the report, which is the same whenever and wherever it is made. */
export interface ReplayTiming {
  readonly seconds: number;
  readonly auctions_a_second: number;
  readonly bids_a_second: number;
  /** Threads that replayed; null: any number of processes. */
  readonly workers: number | null;
  /** Nanoseconds that selecting tiers and the auction took, the one with tiers; null: none was run here. */
  readonly auction_ns: LatencyFigures | null;
}
