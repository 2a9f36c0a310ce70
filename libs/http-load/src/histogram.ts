/** The highest value that is recorded as itself: a minute in nanoseconds. Higher values count as this one. */
export const highestValue = 60_000_000_000;

/** A value is stored with this many bits, so a bucket is at most a thousandth of its values wide. */
const keptBits = 11;
const halfBuckets = 2 ** (keptBits - 1);
/** The bit operations of JavaScript work on 32 bits: higher values are shifted below that by a division first. */
const [longFrom, longShift] = [2 ** 31, 5];
const mostShift = 31 - keptBits + longShift;

/** The lowest value of each bucket that is not empty, and the bucket's count. Ascending. */
export type HistogramData = readonly (readonly [lowest: number, count: number])[];

/**
 * Counts of whole numbers, such as latencies in nanoseconds, in the buckets of an HdrHistogram with three significant
 * digits. Counts of several histograms add up exactly, in any order, and percentiles are computed from all of them, never
 * averaged. It loads no library: hdr-histogram-js takes longer to load than a small log to replay.
 */
export class Histogram {
  readonly #counts = new Float64Array((mostShift + 2) * halfBuckets);
  readonly #lowest: number;

  /** `lowest`: lower values count as this one. */
  constructor(lowest = 0) {
    this.#lowest = lowest;
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** The mean, with each value taken as the middle of its bucket; 0 of an empty histogram. */
  get mean(): number {
    const data = this.toData();
    const sum = data.reduce((total, [lowest, count]) => total + (lowest + widthAt(lowest) / 2) * count, 0);
    return data.length === 0 ? 0 : sum / this.count;
  }

  /** The lowest value of the lowest bucket; 0 of an empty histogram. */
  get min(): number {
    return this.toData()[0]?.[0] ?? 0;
  }

  record(value: number): void {
    this.#add(value, 1);
  }

  merge(data: HistogramData): void {
    for (const [lowest, count] of data) this.#add(lowest, count);
  }

  toData(): HistogramData {
    const data: [number, number][] = [];
    for (const [bucket, count] of this.#counts.entries()) if (count > 0) data.push([lowestOf(bucket), count]);
    return data;
  }

  /**
   * The highest value of the bucket in which a percentile of all values is reached; 0 of an empty histogram.
   * `percentile`: 0 to 100, in steps of 0.1.
   */
  atPercentile(percentile: number): number {
    // Whole per mille: the rank of a percentile such as 99.9 would be off by a rounding error.
    const rank = Math.ceil((Math.round(percentile * 10) * this.count) / 1000);
    let met = 0;
    const [lowest] = this.toData().find(([, count]) => (met += count) >= rank) ?? [];
    return lowest === undefined ? 0 : lowest + widthAt(lowest) - 1;
  }

  #add(value: number, count: number): void {
    const whole = Math.min(Math.max(Math.round(value), this.#lowest), highestValue);
    const isLong = whole >= longFrom;
    const word = isLong ? Math.floor(whole / 2 ** longShift) : whole;
    const shift = Math.max(0, 32 - keptBits - Math.clz32(word));
    this.#counts[(shift + (isLong ? longShift : 0)) * halfBuckets + (word >>> shift)]! += count;
  }
}

/** The number of values in a bucket, by the lowest of them. */
function widthAt(lowest: number): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(lowest)) + 1 - keptBits);
}

/** Values below 2^11 have a bucket each. Of the buckets of a higher shift only the upper half is used. */
function lowestOf(bucket: number): number {
  const shift = Math.max(0, Math.floor(bucket / halfBuckets) - 1);
  return (bucket - shift * halfBuckets) * 2 ** shift;
}
