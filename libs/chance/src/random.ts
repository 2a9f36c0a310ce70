import { logarithm, power } from './exact-math.ts';

const twoTo32 = 4_294_967_296;
const warmUpRounds = 12;

/**
 * Random numbers of one synthetic auction: a small fast generator (sfc32) that starts from the seed and the auction's number,
 * so that any stretch of a log can be written without the auctions before it. Everything is 32-bit integers and exactly
 * rounded arithmetic: the same seed gives the same bytes on every machine.
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

  /**
   * A standard normal deviate, by the ratio of two uniform draws (Kinderman and Monahan), with Leva's bounds, so that
   * one draw in eighty needs a logarithm: ACM Transactions on Mathematical Software 18 (1992), algorithm 712.
   */
  normal(): number {
    for (;;) {
      const u = (this.u32() + 0.5) / twoTo32;
      const v = 1.7156 * (this.fraction() - 0.5);
      const x = u - 0.449871;
      const y = (v < 0 ? -v : v) + 0.386595;
      const bound = x * x + y * (0.196 * y - 0.25472 * x);
      if (bound < 0.27597) return v / u;
      if (bound <= 0.27846 && v * v <= -4 * logarithm(u) * u * u) return v / u;
    }
  }

  /** Puts the first `count` values into a random order, each as likely as any other. */
  shuffle(values: Int32Array, count: number): void {
    for (let last = count - 1; last > 0; last--) {
      const at = this.below(last + 1);
      const value = values[at]!;
      values[at] = values[last]!;
      values[last] = value;
    }
  }
}

/** Draws values in proportion to their weights. */
export class Weighted<Value> {
  readonly #values: readonly Value[];
  readonly #limits: Float64Array;

  constructor(entries: readonly (readonly [value: Value, weight: number])[]) {
    this.#values = entries.map(([value]) => value);
    let total = 0;
    this.#limits = Float64Array.from(entries, ([, weight]) => (total += weight));
  }

  /** Zipf's law: the value of rank n is drawn 1 / n^exponent times as often as the first. */
  static zipf<Value>(values: readonly Value[], exponent: number): Weighted<Value> {
    return new Weighted(values.map((value, at) => [value, 1 / power(at + 1, exponent)]));
  }

  draw(random: Random): Value {
    const limits = this.#limits;
    const at = random.fraction() * limits[limits.length - 1]!;
    let low = 0;
    let high = limits.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limits[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return this.#values[low]!;
  }
}
