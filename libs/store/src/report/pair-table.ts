/*
 * The counts of one ym-profile by tier and buyer: rows of numbers in one typed array, found by an open-addressing hash, so
 * that counting allocates no memory per auction.
 */

/**
 * The cells of a row. Money is net or gross CPM in micros: a low part between -2^52 and 2^52, and how often 2^52 was carried.
 * Only what is forgone can be negative.
 */
export const pairCell = {
  /** 0: untiered. */
  tier: 0,
  /** 0: an unknown buyer. */
  buyer: 1,
  /** Bids in the tier. */
  bids: 2,
  won: 3,
  /** Bids that the tier excluded. */
  excluded: 4,
  /** What the buyer pays. */
  gross: 5,
  /** What the seller gets. */
  net: 6,
  /** By the auctions won. */
  forgone: 7,
  /** Net prices of the excluded bids. */
  excludedNet: 8,
  /** Carries of the four money cells, in their order. */
  carries: 9,
} as const;
/** Cells of a row. */
export const pairWidth = 13;
/** From a money cell to its carries, here and in the totals. */
export const carryOffset = 4;

/** The row of all pairs that have none of their own. */
export const otherRow = 0;

/** Beyond this the low part of a sum is carried: one sum that is added is far less than the difference to 2^53. */
const carryAt = 2 ** 52;

/** Adds micros of either sign to a money cell, exactly, however much it comes to. `micros` is between -2^52 and 2^52. */
export function addMicros(cells: Float64Array, at: number, micros: number): void {
  const low = cells[at]! + micros;
  cells[at] = low;
  if (low < carryAt && low > -carryAt) return;
  const sign = low > 0 ? 1 : -1;
  cells[at] = low - sign * carryAt;
  cells[at + carryOffset]! += sign;
}

/** The sum of a money cell. */
export const exactMicros = (cells: Float64Array, at: number): bigint =>
  BigInt(cells[at + carryOffset]!) * BigInt(carryAt) + BigInt(cells[at]!);

/** `exactMicros` rounded to a double. */
export const roundedMicros = (cells: Float64Array, at: number): number =>
  cells[at + carryOffset]! * carryAt + cells[at]!;

const smallest = 16;
/** Which pairs stay when there are too many, on every process: the pairs of the lowest hashes. */
function hashOf(tier: number, buyer: number): number {
  let hash = Math.imul(tier | 0, 0x9e3779b1) ^ Math.imul((buyer | 0) + 0x7f4a7c15, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Rows by tier and buyer, at most `limit` of them after `bound`: what further pairs count is in `otherRow`. */
export class PairTable {
  readonly #limit: number;
  /** One after the other; the first is `otherRow`. A row that is asked for may move them. */
  rows = new Float64Array(smallest * pairWidth);
  /** Rows, with `otherRow`. */
  length = 1;
  /** By hash: the number of a row, 0: none. */
  #slots = new Int32Array(2 * smallest);
  /** A pair of a higher hash has no row: there are enough of lower ones. */
  #highestHash = 0xffffffff;

  constructor(limit: number = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** Pairs with a row of their own. */
  get size(): number {
    return this.length - 1;
  }

  /** Where the row of a pair begins; a pair beyond the limit has `otherRow`. */
  rowOf(tier: number, buyer: number): number {
    const hash = hashOf(tier, buyer);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let number = slots[slot]!; number !== 0; number = slots[(slot = (slot + 1) & mask)]!) {
      const row = number * pairWidth;
      if (this.rows[row] === tier && this.rows[row + 1] === buyer) return row;
    }
    return hash > this.#highestHash ? otherRow : this.#append(tier, buyer, slot);
  }

  /** Moves the counts of the pairs beyond the limit into `otherRow`. */
  bound(): void {
    if (this.size > this.#limit) this.#prune();
  }

  /** Begins again with no counts. A pair that was beyond the limit stays so. */
  clear(): void {
    this.length = 1;
    this.rows.fill(0, 0, pairWidth);
    this.#slots.fill(0);
  }

  #append(tier: number, buyer: number, slot: number): number {
    if (this.size >= 2 * this.#limit) {
      this.#prune();
      return this.rowOf(tier, buyer);
    }
    const number = this.length++;
    const row = number * pairWidth;
    if (row === this.rows.length) this.#growRows();
    this.rows.fill(0, row, row + pairWidth);
    this.rows[row] = tier;
    this.rows[row + 1] = buyer;
    this.#slots[slot] = number;
    if (2 * this.length > this.#slots.length) this.#index(2 * this.#slots.length);
    return row;
  }

  #growRows(): void {
    const larger = new Float64Array(2 * this.rows.length);
    larger.set(this.rows);
    this.rows = larger;
  }

  #index(slotCount: number): void {
    const slots = new Int32Array(slotCount);
    for (let number = 1; number < this.length; number++) {
      let slot = this.#hashOfRow(number) & (slotCount - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
      slots[slot] = number;
    }
    this.#slots = slots;
  }

  #hashOfRow(number: number): number {
    return hashOf(this.rows[number * pairWidth]!, this.rows[number * pairWidth + 1]!);
  }

  /** Keeps the pairs of the lowest hashes; of equal hashes the pairs of the lower tier, then of the lower buyer. */
  #prune(): void {
    const hashes = new Uint32Array(this.size);
    for (let at = 0; at < hashes.length; at++) hashes[at] = this.#hashOfRow(at + 1);
    const highest = hashes.toSorted()[this.#limit - 1]!;
    const isBelow = (at: number) => hashes[at]! < highest;
    const numbers = Array.from(hashes.keys());
    const tied = numbers.filter((at) => hashes[at] === highest).toSorted((a, b) => this.#compare(a + 1, b + 1));
    const room = this.#limit - numbers.filter(isBelow).length;
    const kept = new Set(tied.slice(0, room));
    let length = 1;
    for (const at of numbers) {
      const from = (at + 1) * pairWidth;
      if (isBelow(at) || kept.has(at)) this.rows.copyWithin(length++ * pairWidth, from, from + pairWidth);
      else addRow(this.rows, otherRow, this.rows, from);
    }
    this.length = length;
    this.#highestHash = highest;
    this.#index(this.#slots.length);
  }

  #compare(number: number, other: number): number {
    const [row, otherStart] = [number * pairWidth, other * pairWidth];
    return this.rows[row]! - this.rows[otherStart]! || this.rows[row + 1]! - this.rows[otherStart + 1]!;
  }
}

/** Adds the counts of one row to the counts of another. */
export function addRow(cells: Float64Array, to: number, source: Float64Array, from: number): void {
  for (let cell = pairCell.bids; cell < pairCell.gross; cell++) cells[to + cell]! += source[from + cell]!;
  for (let cell = pairCell.gross; cell < pairCell.carries; cell++) {
    addMicros(cells, to + cell, source[from + cell]!);
    cells[to + cell + carryOffset]! += source[from + cell + carryOffset]!;
  }
}
