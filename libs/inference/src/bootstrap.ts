import { hashSeed, Random } from '@auction-tiers/chance';
import type { Estimate } from './estimate.ts';
import { total } from './estimate.ts';

/** Chosen such that both ends of a 95 % interval are resamples: the 50th from either side. */
export const replicateCount = 1999;

const [halfWord, halfWordBits] = [0xffff, 16];

/**
 * Least standard error of a resample as a share of the whole sample's: by chance it may be nearly 0, and the scale then
 * absurd.
 */
const leastErrorShare = 0.25;

/** With fewer clusters that have a size, the resamples are too similar. */
const leastFilled = 10;

/** The resamplings by number of clusters, each made once: all estimates of a report use the same seed. */
export class Resamplings {
  readonly #seed: string;
  readonly #ofCount = new Map<number, Resampling>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  of(clusterCount: number): Resampling {
    let resampling = this.#ofCount.get(clusterCount);
    if (resampling === undefined) {
      resampling = new Resampling(this.#seed, clusterCount);
      this.#ofCount.set(clusterCount, resampling);
    }
    return resampling;
  }
}

/** The parts of a resample that depend only on the sizes: their sum, and the sum of their squares. */
interface SizeSums {
  readonly sum: Float64Array;
  readonly sum2: Float64Array;
}

/**
 * Resamples clusters with replacement. All figures of a report use the same draws, so that they are consistent with each
 * other.
 */
export class Resampling {
  readonly #draws: Uint16Array;
  readonly #clusterCount: number;
  readonly #replicates: number;
  /** By array of sizes: most estimates of a report share the sizes of their kind of cluster. */
  readonly #sizeSums = new WeakMap<Float64Array, SizeSums>();

  constructor(seed: string, clusterCount: number, replicates: number = replicateCount) {
    const random = new Random(hashSeed(seed), 1);
    this.#clusterCount = clusterCount;
    this.#replicates = replicates;
    this.#draws = new Uint16Array(replicates * clusterCount);
    for (let at = 0; at < this.#draws.length; at += 2) {
      // 16 bits are uniform enough for some hundred clusters, and one word gives two draws.
      const word = random.u32();
      this.#draws[at] = ((word & halfWord) * clusterCount) >>> halfWordBits;
      this.#draws[at + 1] = ((word >>> halfWordBits) * clusterCount) >>> halfWordBits;
    }
  }

  /**
   * The ratio of the values of clusters to their sizes, with its interval by the studentised bootstrap: each resample
   * is measured in its own standard error, which corrects for the skewness of revenue; percentiles of resamples do not.
   * Gives undefined if fewer than 10 clusters have a size.
   */
  estimate(values: Float64Array, sizes: Float64Array, confidence = 0.95): Estimate | undefined {
    const count = this.#clusterCount;
    const filled = sizes.reduce((filledCount, size) => filledCount + (size === 0 ? 0 : 1), 0);
    if (filled < leastFilled) return undefined;
    const size = total(sizes);
    const ratio = total(values) / size;
    // Three figures of a cluster next to each other: its deviation, its square, and its product with the size.
    const figures = new Float64Array(3 * count);
    let squares = 0;
    for (let cluster = 0; cluster < count; cluster++) {
      const deviation = values[cluster]! - ratio * sizes[cluster]!;
      squares += deviation * deviation;
      figures[3 * cluster] = deviation;
      figures[3 * cluster + 1] = deviation * deviation;
      figures[3 * cluster + 2] = deviation * sizes[cluster]!;
    }
    // The ratio is estimated from the same clusters, which costs one degree of freedom.
    const correction = Math.sqrt(filled / (filled - 1));
    const standardError = (correction * Math.sqrt(squares)) / size;
    if (standardError === 0) return { ratio, low: ratio, high: ratio, standardError };

    const leastError = leastErrorShare * standardError;
    const studentised = new Float64Array(this.#replicates);
    const draws = this.#draws;
    const { sum, sum2 } = this.#sumSizes(sizes);
    for (let replicate = 0, at = 0; replicate < this.#replicates; replicate++) {
      let [drawnDeviation, drawn2, drawnCrossed] = [0, 0, 0];
      for (const end = at + count; at < end; at++) {
        const index = 3 * draws[at]!;
        drawnDeviation += figures[index]!;
        drawn2 += figures[index + 1]!;
        drawnCrossed += figures[index + 2]!;
      }
      const drawnSize = sum[replicate]!;
      // No cluster with a size was drawn: the resample has no ratio.
      if (drawnSize === 0) continue;
      const shift = drawnDeviation / drawnSize;
      const spread = Math.max(0, drawn2 - 2 * shift * drawnCrossed + shift * shift * sum2[replicate]!);
      const error = (correction * Math.sqrt(spread)) / drawnSize;
      studentised[replicate] = shift / Math.max(error, leastError);
    }
    studentised.sort();
    // The number of resamples outside the interval on either side.
    const outside = Math.max(1, Math.round(((1 - confidence) / 2) * (this.#replicates + 1)));
    return {
      ratio,
      low: ratio - studentised[this.#replicates - outside]! * standardError,
      high: ratio - studentised[outside - 1]! * standardError,
      standardError,
    };
  }

  #sumSizes(sizes: Float64Array): SizeSums {
    const known = this.#sizeSums.get(sizes);
    if (known !== undefined) return known;
    const draws = this.#draws;
    const sum = new Float64Array(this.#replicates);
    const sum2 = new Float64Array(this.#replicates);
    for (let replicate = 0, at = 0; replicate < this.#replicates; replicate++) {
      let [drawn, drawn2] = [0, 0];
      for (const end = at + this.#clusterCount; at < end; at++) {
        const size = sizes[draws[at]!]!;
        drawn += size;
        drawn2 += size * size;
      }
      sum[replicate] = drawn;
      sum2[replicate] = drawn2;
    }
    this.#sizeSums.set(sizes, { sum, sum2 });
    return { sum, sum2 };
  }
}
