import { highestValue, Histogram } from '@auction-tiers/http-load/histogram';
import type { LatencyFigures, ReplayTiming } from '../schema/replay-timing.ts';

/** A histogram for the nanoseconds that auctions take; less than one counts as one. */
export function createLatency(): Histogram {
  return new Histogram(1);
}

/** null: no auction was run here. */
export function toFigures(latency: Histogram): LatencyFigures | null {
  const { count: auctions, min, mean } = latency;
  if (auctions === 0) return null;
  return {
    auctions,
    min,
    mean: Math.round(mean),
    p50: latency.atPercentile(50),
    p90: latency.atPercentile(90),
    p99: latency.atPercentile(99),
    p99_9: latency.atPercentile(99.9),
    max: latency.atPercentile(100),
  };
}

export function toTiming(
  { auctions, bids }: { readonly auctions: number; readonly bids: number },
  seconds: number,
  workers: number | null,
  latency: Histogram,
): ReplayTiming {
  const aSecond = (amount: number) => (seconds > 0 ? Math.round(amount / seconds) : 0);
  return {
    seconds: Number(seconds.toFixed(3)),
    auctions_a_second: aSecond(auctions),
    bids_a_second: aSecond(bids),
    workers,
    auction_ns: toFigures(latency),
  };
}

/** The timing with the whole histogram as text, as `--timing` writes it. */
export async function withHistogram(timing: ReplayTiming, latency: Histogram): Promise<object> {
  // Loaded only here: it takes as long to load as a small log to replay.
  const { encodeHistogram } = await import('@auction-tiers/http-load/encode-histogram');
  const { auction_ns: figures } = timing;
  return { ...timing, auction_ns: figures && { ...figures, histogram: encodeHistogram(latency, highestValue) } };
}
