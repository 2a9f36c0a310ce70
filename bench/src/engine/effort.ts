/** How much is run. */
export interface Effort {
  readonly rounds: number;
  /** Different auctions of a workload. */
  readonly auctionCount: number;
  /** What a turn takes about; a turn is one auction at least. */
  readonly turnMs: number;
  /** Work before the first turn. */
  readonly warmUpMs: number;
  /** Work before the clock starts in each turn, so that none pays for what its neighbour did to caches and to optimised code. */
  readonly runInMs: number;
  /** A contestant whose rounds of one size would take longer than this is left out of it and of all larger ones. */
  readonly patienceMs: number;
}

type Extent = Omit<Effort, 'rounds'>;

/** 256 auctions are 5,120 bids: what they touch of 100,000 tiers does not fit into a first-level cache. */
export const fullEffort: Extent = { auctionCount: 256, turnMs: 50, warmUpMs: 300, runInMs: 20, patienceMs: 60_000 };

export const quickEffort: Extent = { auctionCount: 8, turnMs: 1, warmUpMs: 5, runInMs: 1, patienceMs: 5000 };
