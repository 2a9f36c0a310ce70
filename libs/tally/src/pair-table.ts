import { pairCell, pairSums, pairWidth } from './cell.ts';
import { ExactSums } from './exact-sums.ts';

/** The row of all pairs without a row of their own. */
export const otherRow = 0;

const smallest = 16;
/** Too many pairs are reduced to those with the lowest hashes, the same on every process. */
function hashOf(tier: number, buyer: number): number {
  let hash = Math.imul(tier | 0, 0x9e3779b1) ^ Math.imul((buyer | 0) + 0x7f4a7c15, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

const createSums = () => {
  const sums = new ExactSums(pairSums, { rows: smallest, marks: pairWidth - pairSums });
  sums.append();
  return sums;
};

/**
 * Rows of sums by tier and buyer in an open-addressing hash table, so that counting allocates no memory per auction.
 * After `bound` at most `limit` rows; the counts of all other pairs are in `otherRow`.
 */
export class PairTable {
  readonly #limit: number;
  /** Consecutive rows; the first is `otherRow`. `rowOf` may reallocate their cells. */
  sums = createSums();
  /** By hash: the number of a row; 0: none. */
  #slots = new Int32Array(2 * smallest);
  /** Pairs with a higher hash get no row, because there are enough pairs with lower ones. */
  #highestHash = 0xffffffff;

  constructor(limit: number = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** Rows, with `otherRow`. */
  get length(): number {
    return this.sums.rowCount;
  }

  /** Pairs with a row of their own. */
  get size(): number {
    return this.length - 1;
  }

  /** The offset of a pair's row; `otherRow` for a pair beyond the limit. */
  rowOf(tier: number, buyer: number): number {
    const hash = hashOf(tier, buyer);
    const slots = this.#slots;
    const { cells } = this.sums;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let number = slots[slot]!; number !== 0; number = slots[(slot = (slot + 1) & mask)]!) {
      const row = number * pairWidth;
      if (cells[row + pairCell.tier] === tier && cells[row + pairCell.buyer] === buyer) return row;
    }
    return hash > this.#highestHash ? otherRow : this.#append(tier, buyer, slot);
  }

  /** Moves the counts of the pairs beyond the limit into `otherRow`. */
  bound(): void {
    if (this.size > this.#limit) this.#prune();
  }

  /** Removes all counts. A pair beyond the limit stays beyond it. */
  clear(): void {
    this.sums.clear();
    this.sums.append();
    this.#slots.fill(0);
  }

  #append(tier: number, buyer: number, slot: number): number {
    if (this.size >= 2 * this.#limit) {
      this.#prune();
      return this.rowOf(tier, buyer);
    }
    const number = this.length;
    const row = this.sums.append();
    this.sums.cells[row + pairCell.tier] = tier;
    this.sums.cells[row + pairCell.buyer] = buyer;
    this.#slots[slot] = number;
    if (2 * this.length > this.#slots.length) this.#index(2 * this.#slots.length);
    return row;
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
    const row = number * pairWidth;
    return hashOf(this.sums.cells[row + pairCell.tier]!, this.sums.cells[row + pairCell.buyer]!);
  }

  /** Keeps the pairs with the lowest hashes; among equal hashes those of the lower tier, then of the lower buyer. */
  #prune(): void {
    const hashes = new Uint32Array(this.size);
    for (let at = 0; at < hashes.length; at++) hashes[at] = this.#hashOfRow(at + 1);
    const highest = hashes.toSorted()[this.#limit - 1]!;
    const isBelow = (at: number) => hashes[at]! < highest;
    const numbers = Array.from(hashes.keys());
    const tied = numbers.filter((at) => hashes[at] === highest).toSorted((a, b) => this.#compare(a + 1, b + 1));
    const room = this.#limit - numbers.filter(isBelow).length;
    const kept = new Set(tied.slice(0, room));
    const before = this.sums;
    this.sums = createSums();
    this.sums.addRow(otherRow, before, otherRow);
    for (const at of numbers) {
      const from = (at + 1) * pairWidth;
      const isKept = isBelow(at) || kept.has(at);
      const row = isKept ? this.sums.append() : otherRow;
      this.sums.addRow(row, before, from);
      if (!isKept) continue;
      for (const cell of [pairCell.tier, pairCell.buyer]) this.sums.cells[row + cell] = before.cells[from + cell]!;
    }
    this.#highestHash = highest;
    this.#index(this.#slots.length);
  }

  #compare(number: number, other: number): number {
    const { cells } = this.sums;
    const difference = (cell: number) => cells[number * pairWidth + cell]! - cells[other * pairWidth + cell]!;
    return difference(pairCell.tier) || difference(pairCell.buyer);
  }
}
