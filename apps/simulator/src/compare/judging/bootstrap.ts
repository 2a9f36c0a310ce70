import { hashSeed, Random } from '../../kit/random.ts';
import { leastBlocks } from '../../schema/compare-report.ts';

/** So many that both ends of a 95 % interval are draws themselves: the 50th from either side. */
export const replicateCount = 1999;
const [lowerPlace, upperPlace] = [50, 1950];

const [halfWord, halfWordBits] = [0xffff, 16];

/** A resample whose standard error is a tenth of a whole one's by the luck of the draw would throw the scale away. */
const leastErrorShare = 0.25;

export interface Estimate {
  /** Sum of the values over the sum of the sizes. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
}

/**
 * Draws blocks again, with replacement, as many as there are. The draws are made once and serve every figure, so that
 * figures of one report move together.
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
      // Half a word is even enough for some hundred blocks, and half the work.
      const word = random.u32();
      this.#draws[at] = ((word & halfWord) * blockCount) >>> halfWordBits;
      this.#draws[at + 1] = ((word >>> halfWordBits) * blockCount) >>> halfWordBits;
    }
  }

  /**
   * The ratio of what blocks have to how large they are, with its 95 % interval by the studentised bootstrap: each
   * resample is measured in standard errors of its own, which makes up for the skewness that revenue has and which the
   * plain percentiles of resamples do not. undefined: fewer than `leastBlocks` blocks have a size.
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
    // The ratio is made from the same blocks, which takes one of them away.
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
      // No block with a size was drawn: this resample says nothing.
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
