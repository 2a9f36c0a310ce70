import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import type { LatencyFigures, ReplayTiming } from '../schema/replay-timing.ts';

/** A minute: an auction that takes longer counts as this long. */
const longestNs = 60_000_000_000;

/** How long auctions take, in an HdrHistogram of nanoseconds. Those of several parts of a log add up exactly, in any order. */
export class AuctionTimes {
  readonly #ns: Histogram = build({
    highestTrackableValue: longestNs,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });

  /** Less than a nanosecond counts as one. */
  record(ns: number): void {
    this.#ns.recordValue(Math.round(Math.min(Math.max(ns, 1), longestNs)));
  }

  /** `text`: what `encode` gave. */
  merge(text: string): void {
    const other = decodeFromCompressedBase64(text, 32, false);
    if (other.totalCount > 0) this.#ns.add(other);
  }

  /** The whole histogram as text, which the tools of HdrHistogram read: compressed, in base64. */
  encode(): string {
    return encodeIntoCompressedBase64(this.#ns);
  }

  /** null: no auction was run here. */
  toFigures(): LatencyFigures | null {
    const ns = this.#ns;
    if (ns.totalCount === 0) return null;
    return {
      auctions: ns.totalCount,
      min: ns.minNonZeroValue,
      mean: Math.round(ns.mean),
      p50: ns.getValueAtPercentile(50),
      p90: ns.getValueAtPercentile(90),
      p99: ns.getValueAtPercentile(99),
      p99_9: ns.getValueAtPercentile(99.9),
      max: ns.getValueAtPercentile(100),
    };
  }
}

export function toTiming(
  { auctions, bids }: { readonly auctions: number; readonly bids: number },
  seconds: number,
  workers: number | null,
  times: AuctionTimes,
): ReplayTiming {
  const aSecond = (amount: number) => (seconds > 0 ? Math.round(amount / seconds) : 0);
  return {
    seconds: Number(seconds.toFixed(3)),
    auctions_a_second: aSecond(auctions),
    bids_a_second: aSecond(bids),
    workers,
    auction_ns: times.toFigures(),
  };
}

/** The timing with the whole histogram as text, as `--timing` writes it. */
export function withHistogram(timing: ReplayTiming, times: AuctionTimes): object {
  const { auction_ns: figures } = timing;
  return { ...timing, auction_ns: figures && { ...figures, histogram: times.encode() } };
}
