/** Numbers that look random and are the same for the same seed on every machine (a mixed counter, 32 bits). */
export class Random {
  #counter: number;

  constructor(seed: number) {
    this.#counter = seed | 0;
  }

  /** From 0 to less than 1. */
  fraction(): number {
    this.#counter = (this.#counter + 0x9e3779b9) | 0;
    let mixed = this.#counter;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.between(0, values.length - 1)]!;
  }

  /** `count` different values, or all there are. */
  pickSome<Value>(values: readonly Value[], count: number): Value[] {
    const picked = new Set<Value>();
    while (picked.size < Math.min(count, values.length)) picked.add(this.pick(values));
    return [...picked];
  }
}
