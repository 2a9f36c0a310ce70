/** What a draw is for; two purposes never share a draw. */
export const drawPurpose = { tier: 1, order: 2 } as const;
export type DrawPurpose = (typeof drawPurpose)[keyof typeof drawPurpose];

const mostU32 = 0xffff_ffff;
const absorbRounds = 4;
const drawRounds = 8;

/**
 * The draws of one auction. A draw is a function of the seed, the bid's index in the request and the purpose, and of
 * nothing else: not of other bids, not of earlier draws. 32-bit integer operations only, so it is the same everywhere.
 */
export class Draws {
  #seed: string;
  /** Hashed at the first draw: an auction without a tie needs none. */
  #isHashed = false;
  readonly #state = new Int32Array(4);
  readonly #scratch = new Int32Array(4);

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Switches to the draws of an auction; if the seed is unchanged, it is not hashed again. */
  resume(seed: string): void {
    if (seed === this.#seed) return;
    this.#seed = seed;
    this.#isHashed = false;
  }

  /** A number from 0 to 2^32 - 1 whose `% count` is uniform: numbers that would favour low indexes are redrawn. */
  u32(index: number, purpose: DrawPurpose, count: number): number {
    return this.#fairWord(index, purpose, count) >>> 0;
  }

  /** `u32 % count`, without allocating memory: V8 may return a number over 31 bits as an object. */
  index(position: number, purpose: DrawPurpose, count: number): number {
    return (this.#fairWord(position, purpose, count) >>> 0) % count;
  }

  /** A number of 53 random bits that orders exact ties; wide enough that two bids never share one in practice. */
  sortKey(index: number): number {
    const [high, low] = [this.#word(index, drawPurpose.order, 0) >>> 0, this.#word(index, drawPurpose.order, 1) >>> 0];
    return high * 0x200000 + (low >>> 11);
  }

  #fairWord(index: number, purpose: DrawPurpose, count: number): number {
    // 2^32 % count, in whole numbers of 32 bits: a remainder of doubles takes as long as the draw.
    const unfair = ((mostU32 % count) + 1) % count;
    for (let attempt = 0; ; attempt++) {
      const drawn = this.#word(index, purpose, attempt);
      if (drawn >>> 0 <= mostU32 - unfair) return drawn;
    }
  }

  /** 32 bits, as a signed number. */
  #word(index: number, purpose: DrawPurpose, attempt: number): number {
    const state = this.#state;
    if (!this.#isHashed) {
      hashSeed(this.#seed, state);
      this.#isHashed = true;
    }
    const words = this.#scratch;
    words[0] = state[0]! ^ index;
    words[1] = state[1]! ^ purpose;
    words[2] = state[2]! ^ attempt;
    words[3] = state[3]!;
    stir(words, drawRounds);
    return words[0];
  }
}

/** The first 128 bits of the fraction of pi: a start value without hidden structure. */
const start = Int32Array.of(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344);

/** Puts 128 bits of a string into `words`: two UTF-16 units at a time, its length last so that padding cannot collide. */
function hashSeed(seed: string, words: Int32Array): void {
  words.set(start);
  for (let at = 0; at < seed.length; at += 2) {
    const second = at + 1 < seed.length ? seed.charCodeAt(at + 1) : 0;
    words[0]! ^= seed.charCodeAt(at) | (second << 16);
    stir(words, absorbRounds);
  }
  words[3]! ^= seed.length;
  stir(words, drawRounds);
}

/** An add-rotate-xor permutation of 128 bits, the quarter round of ChaCha; invertible, so distinct inputs stay distinct. */
function stir(words: Int32Array, rounds: number): void {
  let a = words[0]!;
  let b = words[1]!;
  let c = words[2]!;
  let d = words[3]!;
  for (let round = 0; round < rounds; round++) {
    a = (a + b) | 0;
    d ^= a;
    d = (d << 16) | (d >>> 16);
    c = (c + d) | 0;
    b ^= c;
    b = (b << 12) | (b >>> 20);
    a = (a + b) | 0;
    d ^= a;
    d = (d << 8) | (d >>> 24);
    c = (c + d) | 0;
    b ^= c;
    b = (b << 7) | (b >>> 25);
  }
  words[0] = a;
  words[1] = b;
  words[2] = c;
  words[3] = d;
}
