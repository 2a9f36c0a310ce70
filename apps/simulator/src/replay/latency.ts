import type { LatencyFigures } from '../schema/replay-timing.ts';

/** Longer than any auction; what lies beyond counts as this. */
export const longestNs = 60_000_000_000;

/** A bucket is a thousandth of its values wide at the most: numbers are kept to so many bits. */
const keptBits = 11;
const halfBuckets = 2 ** (keptBits - 1);
/** Numbers of 32 bits cannot have more; longer ones are brought under that first. */
const [longFrom, longShift] = [2 ** 31, 5];
const mostShift = 31 - keptBits + longShift;

/** How many auctions took how long: the shortest time of a bucket, nanoseconds, and its auctions. Ascending. */
export type LatencyData = readonly (readonly [number, number])[];

/**
 * How long auctions took, in buckets as an HdrHistogram of three digits has them. Counts add up exactly, in any order, and
 * percentiles are worked out at the end, so that none is ever averaged.
 */
export class Latency {
  readonly #counts = new Float64Array((mostShift + 2) * halfBuckets);

  record(ns: number): void {
    this.#add(ns, 1);
  }

  merge(data: LatencyData): void {
    for (const [ns, auctions] of data) this.#add(ns, auctions);
  }

  toData(): LatencyData {
    const data: [number, number][] = [];
    for (const [bucket, auctions] of this.#counts.entries()) if (auctions > 0) data.push([lowestNs(bucket), auctions]);
    return data;
  }

  /** null: no auction was run here. */
  figures(): LatencyFigures | null {
    const data = this.toData();
    const auctions = data.reduce((sum, [, count]) => sum + count, 0);
    if (auctions === 0) return null;
    // Per mille, for those are whole numbers.
    const at = (perMille: number): number => {
      const wanted = Math.ceil((perMille * auctions) / 1000);
      let met = 0;
      const found = data.find(([, count]) => (met += count) >= wanted)!;
      return found[0] + widthAt(found[0]) - 1;
    };
    return {
      auctions,
      min: data[0]![0],
      mean: Math.round(data.reduce((sum, [ns, count]) => sum + (ns + widthAt(ns) / 2) * count, 0) / auctions),
      p50: at(500),
      p90: at(900),
      p99: at(990),
      p99_9: at(999),
      max: at(1000),
    };
  }

  #add(ns: number, auctions: number): void {
    const wholeNs = Math.min(Math.max(Math.round(ns), 1), longestNs);
    const isLong = wholeNs >= longFrom;
    const word = isLong ? Math.floor(wholeNs / 2 ** longShift) : wholeNs;
    const shift = Math.max(0, 32 - keptBits - Math.clz32(word));
    this.#counts[(shift + (isLong ? longShift : 0)) * halfBuckets + (word >>> shift)]! += auctions;
  }
}

/** How many numbers a bucket has, by the lowest of them. */
function widthAt(lowest: number): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(lowest)) + 1 - keptBits);
}

/** Numbers that need no shift have a bucket each; of the others only the upper half of a shift's buckets is used. */
function lowestNs(bucket: number): number {
  const shift = Math.max(0, Math.floor(bucket / halfBuckets) - 1);
  return (bucket - shift * halfBuckets) * 2 ** shift;
}
