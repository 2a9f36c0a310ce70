import type { ReplayTiming } from '../schema/replay-timing.ts';
import type { Latency } from './latency.ts';

export function toTiming(
  { auctions, bids }: { readonly auctions: number; readonly bids: number },
  seconds: number,
  workers: number | null,
  latency: Latency,
): ReplayTiming {
  const aSecond = (amount: number) => (seconds > 0 ? Math.round(amount / seconds) : 0);
  return {
    seconds: Number(seconds.toFixed(3)),
    auctions_a_second: aSecond(auctions),
    bids_a_second: aSecond(bids),
    workers,
    auction_ns: latency.figures(),
  };
}

/** The same with all that was recorded, as `--timing` has it. */
export async function withHistogram(timing: ReplayTiming, latency: Latency): Promise<object> {
  // Loaded only here: it takes as long to load as a small log to replay.
  const { toHistogram } = await import('./latency-histogram.ts');
  const { auction_ns: figures } = timing;
  return { ...timing, auction_ns: figures && { ...figures, histogram: toHistogram(latency) } };
}
