const largestInt32 = 0x7fffffff;
/** 2^32 over the golden ratio: spreads ids that follow each other, or that have a common factor, over the table. */
const multiplier = 0x9e3779b1;
const cellsPerSlot = 2;

/** What `find` gives for an id that is not there. */
export const absent = -1;

/**
 * Numbers from 0 by id: open addressing in one array, at most a quarter full so that the first place is nearly always the
 * right one, a key next to its value. With a `Map`, selecting takes 1.2 to 1.3 times as long (decision record 24). Ids
 * past 32 bits are legal and rare; they have a map of their own.
 */
export class IdMap {
  readonly #cells: Int32Array;
  readonly #shift: number;
  readonly #large = new Map<number, number>();

  /** `size` is how many ids there will be. */
  constructor(size: number) {
    const bits = 34 - Math.clz32(size);
    this.#cells = new Int32Array(cellsPerSlot << bits);
    this.#shift = 32 - bits;
  }

  find(id: number): number {
    if (id > largestInt32) return this.#large.get(id) ?? absent;
    const cells = this.#cells;
    const mask = cells.length - 1;
    let cell = (Math.imul(id, multiplier) >>> this.#shift) * cellsPerSlot;
    for (;;) {
      const key = cells[cell]!;
      // First, because a caller may ask for 0, which is no id and stands in empty cells.
      if (key === 0) return absent;
      if (key === id) return cells[cell + 1]!;
      cell = (cell + cellsPerSlot) & mask;
    }
  }

  /** Adds an id that is not there yet. */
  add(id: number, value: number): void {
    if (id > largestInt32) {
      this.#large.set(id, value);
      return;
    }
    const cells = this.#cells;
    let cell = (Math.imul(id, multiplier) >>> this.#shift) * cellsPerSlot;
    while (cells[cell] !== 0) cell = (cell + cellsPerSlot) & (cells.length - 1);
    cells[cell] = id;
    cells[cell + 1] = value;
  }
}
