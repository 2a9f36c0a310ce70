/** What a draw is for; two purposes never share a draw. */
export const drawPurpose = { tier: 1, order: 2 } as const;
export type DrawPurpose = (typeof drawPurpose)[keyof typeof drawPurpose];

const twoTo32 = 4_294_967_296;
const absorbRounds = 4;
const drawRounds = 8;

/**
 * The chance of one auction. A draw is a function of the seed, the bid's place in the request and the purpose, and of
 * nothing else: not of other bids, not of earlier draws. 32-bit integer operations only, so it is the same everywhere.
 */
export class Draws {
  readonly #seed: string;
  /** Hashed at the first draw: most auctions have no tie and need none. */
  #state: Int32Array | undefined;
  readonly #scratch = new Int32Array(4);

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** A number from 0 to 2^32 - 1 from which `% count` is uniform: the few that would favour low indexes are redrawn. */
  u32(place: number, purpose: DrawPurpose, count: number): number {
    const fairLimit = twoTo32 - (twoTo32 % count);
    for (let attempt = 0; ; attempt++) {
      const drawn = this.#word(place, purpose, attempt);
      if (drawn < fairLimit) return drawn;
    }
  }

  /** A number of 53 random bits: the sort key among exact ties, wide enough that two bids never share one in practice. */
  sortKey(place: number): number {
    return this.#word(place, drawPurpose.order, 0) * 0x200000 + (this.#word(place, drawPurpose.order, 1) >>> 11);
  }

  #word(place: number, purpose: DrawPurpose, attempt: number): number {
    const words = this.#scratch;
    words.set((this.#state ??= hashSeed(this.#seed)));
    words[0]! ^= place;
    words[1]! ^= purpose;
    words[2]! ^= attempt;
    stir(words, drawRounds);
    return words[0]! >>> 0;
  }
}

/** 128 bits out of a string: two UTF-16 units at a time, its length last so that padding cannot collide. */
function hashSeed(seed: string): Int32Array {
  // The first 128 bits of the fraction of pi: a start that hides nothing.
  const words = Int32Array.of(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344);
  for (let at = 0; at < seed.length; at += 2) {
    const second = at + 1 < seed.length ? seed.charCodeAt(at + 1) : 0;
    words[0]! ^= seed.charCodeAt(at) | (second << 16);
    stir(words, absorbRounds);
  }
  words[3]! ^= seed.length;
  stir(words, drawRounds);
  return words;
}

/** An add-rotate-xor permutation of 128 bits, the quarter round of ChaCha; invertible, so distinct inputs stay distinct. */
function stir(words: Int32Array, rounds: number): void {
  let a = words[0]!;
  let b = words[1]!;
  let c = words[2]!;
  let d = words[3]!;
  for (let round = 0; round < rounds; round++) {
    a = (a + b) | 0;
    d = rotate(d ^ a, 16);
    c = (c + d) | 0;
    b = rotate(b ^ c, 12);
    a = (a + b) | 0;
    d = rotate(d ^ a, 8);
    c = (c + d) | 0;
    b = rotate(b ^ c, 7);
  }
  words[0] = a;
  words[1] = b;
  words[2] = c;
  words[3] = d;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
