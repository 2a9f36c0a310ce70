import type { LatencyReport } from './latency-report.ts';

/** How fast a replay was. It is no part of the report, which is the same whenever and wherever it is made. */
export interface ReplayTiming {
  readonly seconds: number;
  readonly auctions_a_second: number;
  readonly bids_a_second: number;
  /** Threads that replayed; null: any number of processes. */
  readonly workers: number | null;
  /** Nanoseconds that selecting tiers and the auction took, the one with tiers; null: none was run here. */
  readonly auction_ns: LatencyReport | null;
}

export function toTiming(
  { auctions, bids }: { readonly auctions: number; readonly bids: number },
  seconds: number,
  workers: number | null,
  latency: LatencyReport | null,
): ReplayTiming {
  const aSecond = (amount: number) => (seconds > 0 ? Math.round(amount / seconds) : 0);
  return {
    seconds: Number(seconds.toFixed(3)),
    auctions_a_second: aSecond(auctions),
    bids_a_second: aSecond(bids),
    workers,
    auction_ns: latency,
  };
}
