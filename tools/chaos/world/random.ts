/** Random numbers that a seed determines: the same seed gives the same schedule of faults. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0, below 1 (the generator is mulberry32, in the public domain). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  isTrue(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list, which must not be empty. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing can be picked from an empty list');
    return list[this.whole(0, list.length - 1)] as T;
  }

  /** A generator of its own, so that the number of draws there changes nothing here. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
