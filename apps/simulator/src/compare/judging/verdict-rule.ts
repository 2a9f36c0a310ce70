/** All thresholds of the verdict; the rule in words is made of them. */
export const verdictRule = {
  /** That none of fewer auctions changes says too little: up to 3 in these may, for all one knows. */
  leastUntouchedAuctions: 300,
  /** Fewer auctions that change say too little about the ones that will. */
  leastTouchedAuctions: 100,
  /** Fewer blocks with a change, and one odd hour decides. */
  leastChangedBlocks: 20,
  /** Fewer different days, and what differs from day to day is not in the interval. */
  leastDays: 2,
  /** A larger share of bids whose buyers nobody knows, and tiers cannot be judged by the rest. */
  mostUnmappedShare: 0.05,
  /** Revenue of a single buyer that may be lost without a test, of its current one. */
  mostBuyerLossShare: 0.5,
  /** A buyer counts for that rule with at least this share of all current revenue. */
  largeBuyerShare: 0.05,
} as const;
