const twoTo32 = 4_294_967_296;
const warmUpRounds = 12;
const squarings = 12;

/**
 * Chance for one synthetic auction: a small fast generator (sfc32) that starts from the seed and the auction's number,
 * so that any stretch of a log can be written without the auctions before it. Everything is 32-bit integers and IEEE
 * arithmetic, without Math.exp and its kin: the same seed gives the same bytes on every machine.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seedHash: readonly [number, number], auctionNumber: number) {
    [this.#a, this.#b] = seedHash;
    this.#c = auctionNumber | 0;
    for (let round = 0; round < warmUpRounds; round++) this.u32();
  }

  u32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** From 0 to under 1. */
  fraction(): number {
    return this.u32() / twoTo32;
  }

  /** From 0 to under `count`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }

  /** A standard normal deviate, near enough: twelve even draws, whose sum has a variance of one. */
  normal(): number {
    let sum = -6;
    for (let draw = 0; draw < 12; draw++) sum += this.fraction();
    return sum;
  }

  /** A log-normal value around its median. */
  logNormal(median: number, spread: number): number {
    return median * exponential(this.normal() * spread);
  }
}

/** (1 + x / 4096) ^ 4096: e to the x within x² / 8192 of its value. */
function exponential(x: number): number {
  let power = 1 + x / 2 ** squarings;
  for (let squaring = 0; squaring < squarings; squaring++) power *= power;
  return power;
}

/** 64 bits out of a text, by FNV-1a from two starts. */
export function hashSeed(seed: string): readonly [number, number] {
  let first = 0x811c9dc5;
  let second = 0x7ee3623a;
  for (let at = 0; at < seed.length; at++) {
    first = Math.imul(first ^ seed.charCodeAt(at), 0x01000193);
    second = Math.imul(second ^ seed.charCodeAt(at), 0x01000193);
  }
  return [first, second];
}
