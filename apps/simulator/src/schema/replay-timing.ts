/** Nanoseconds. Each figure but `min` and `mean` is the longest time of its histogram bucket. */
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

/** How fast a replay was. Not a part of the report, which does not depend on the machine. */
export interface ReplayTiming {
  readonly seconds: number;
  readonly auctions_a_second: number;
  readonly bids_a_second: number;
  /** The number of threads; null: any number of processes. */
  readonly workers: number | null;
  /** Time of selection and auction, with tiers; null: no auction was run in this process. */
  readonly auction_ns: LatencyFigures | null;
}
