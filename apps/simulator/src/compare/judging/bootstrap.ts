import { hashSeed, Random } from '../../kit/random.ts';
import { leastBlocks } from '../../schema/compare-report.ts';

/** Chosen such that both ends of a 95 % interval are resamples: the 50th from either side. */
export const replicateCount = 1999;
const [lowerPlace, upperPlace] = [50, 1950];

const [halfWord, halfWordBits] = [0xffff, 16];

/** Least standard error of a resample as a share of that of the whole: by chance it may be nearly 0, which would give an absurd scale. */
const leastErrorShare = 0.25;

export interface Estimate {
  /** Sum of the values over the sum of the sizes. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
}

/**
 * Resamples blocks with replacement. All figures of a report use the same draws, so that they are consistent with each
 * other.
 */
export class Resampling {
  readonly #draws: Uint16Array;
  readonly #blockCount: number;
  readonly #replicates: number;

  constructor(seed: string, blockCount: number, replicates: number = replicateCount) {
    const random = new Random(hashSeed(seed), 1);
    this.#blockCount = blockCount;
    this.#replicates = replicates;
    this.#draws = new Uint16Array(replicates * blockCount);
    for (let at = 0; at < this.#draws.length; at += 2) {
      // 16 bits are uniform enough for some hundred blocks, and one word gives two draws.
      const word = random.u32();
      this.#draws[at] = ((word & halfWord) * blockCount) >>> halfWordBits;
      this.#draws[at + 1] = ((word >>> halfWordBits) * blockCount) >>> halfWordBits;
    }
  }

  /**
   * The ratio of the values of blocks to their sizes, with its 95 % interval by the studentised bootstrap: each resample is
   * measured in its own standard error, which corrects for the skewness of revenue; percentiles of resamples do not. Gives
   * undefined if fewer than `leastBlocks` blocks have a size.
   */
  estimate(values: Float64Array, sizes: Float64Array): Estimate | undefined {
    const count = this.#blockCount;
    const filled = sizes.reduce((filledCount, size) => filledCount + (size === 0 ? 0 : 1), 0);
    if (filled < leastBlocks) return undefined;
    const size = total(sizes);
    const ratio = total(values) / size;
    const deviations = values.map((value, block) => value - ratio * sizes[block]!);
    const deviation2 = deviations.map((value) => value * value);
    const crossed = deviations.map((value, block) => value * sizes[block]!);
    const size2 = sizes.map((value) => value * value);
    // The ratio is estimated from the same blocks, which costs one degree of freedom.
    const correction = Math.sqrt(filled / (filled - 1));
    const standardError = (correction * Math.sqrt(total(deviation2))) / size;
    if (standardError === 0) return { ratio, low: ratio, high: ratio, standardError };

    const leastError = leastErrorShare * standardError;
    const studentised = new Float64Array(this.#replicates);
    const draws = this.#draws;
    for (let replicate = 0, at = 0; replicate < this.#replicates; replicate++) {
      let [drawnDeviation, drawnSize, drawn2, drawnCrossed, drawnSize2] = [0, 0, 0, 0, 0];
      for (const end = at + count; at < end; at++) {
        const block = draws[at]!;
        drawnDeviation += deviations[block]!;
        drawnSize += sizes[block]!;
        drawn2 += deviation2[block]!;
        drawnCrossed += crossed[block]!;
        drawnSize2 += size2[block]!;
      }
      // No block with a size was drawn: the resample has no ratio.
      if (drawnSize === 0) continue;
      const shift = drawnDeviation / drawnSize;
      const spread = Math.max(0, drawn2 - 2 * shift * drawnCrossed + shift * shift * drawnSize2);
      const error = (correction * Math.sqrt(spread)) / drawnSize;
      studentised[replicate] = shift / Math.max(error, leastError);
    }
    studentised.sort();
    const place = (rank: number) => Math.round((rank / (replicateCount + 1)) * (this.#replicates + 1)) - 1;
    return {
      ratio,
      low: ratio - studentised[place(upperPlace)]! * standardError,
      high: ratio - studentised[place(lowerPlace)]! * standardError,
      standardError,
    };
  }
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
