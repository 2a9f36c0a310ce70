const twoTo32 = 4_294_967_296;
const warmUpRounds = 12;

/** Random numbers from a text: sfc32, started by FNV-1a. Another generator than that of synthetic logs. */
export class SeededRandom {
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;
  #c = 0x243f6a88;
  #counter = 1;
  #spare: number | undefined;

  constructor(seed: string) {
    for (let at = 0; at < seed.length; at++) {
      const code = seed.charCodeAt(at);
      this.#a = Math.imul(this.#a ^ code, 0x01000193);
      this.#b = Math.imul(this.#b ^ (code + at), 0x85ebca6b);
      this.#c = Math.imul(this.#c ^ this.#a, 0xc2b2ae35);
    }
    for (let round = 0; round < warmUpRounds; round++) this.fraction();
  }

  /** From 0 to under 1. */
  fraction(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return (sum >>> 0) / twoTo32;
  }

  /** A whole number from 0 to under `count`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  /** A standard normal deviate, by the polar method, which gives two at a time. */
  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare;
      this.#spare = undefined;
      return spare;
    }
    for (;;) {
      const x = 2 * this.fraction() - 1;
      const y = 2 * this.fraction() - 1;
      const square = x * x + y * y;
      if (square === 0 || square >= 1) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = y * scale;
      return x * scale;
    }
  }
}
