import { ExactSums } from './exact-sums.ts';

/** The cells of a row of a value. Money as in the rows of pairs. */
export const valueCell = {
  auctions: 0,
  won: 1,
  bids: 2,
  excluded: 3,
  gross: 4,
  net: 5,
  forgone: 6,
  excludedNet: 7,
} as const;
export const valueWidth = 8;
export const valueMoney = { from: valueCell.gross, to: valueWidth } as const;

/** A value of an attribute; '': the auction has none. A number is the same value as its decimal text. */
export type Value = string | number;

/** Values that an attribute has rows of its own for in one hour or day; all others are summed together. */
export const mostValues = 1000;

/** Which values stay when there are too many, on every process: the values of the lowest hashes (FNV-1a, mixed). */
function hashOf(value: Value): number {
  const text = String(value);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Rows of sums by the values of one attribute of auctions. At most `limit` of them after `bound`, the rest in `otherRow`. */
export class ValueTable {
  readonly #limit: number;
  /** The first row is that of all values without one of their own. */
  sums = new ExactSums(valueWidth);
  readonly #rows = new Map<Value, number>();
  /** A value of a higher hash has no row: there are enough of lower ones. */
  #highestHash = 0xffffffff;

  constructor(limit: number = mostValues) {
    this.#limit = limit;
    this.sums.append();
  }

  /** Values with a row of their own. */
  get size(): number {
    return this.#rows.size;
  }

  /** The values and where their rows begin, in the order in which they came. */
  rows(): IterableIterator<[value: Value, row: number]> {
    return this.#rows.entries();
  }

  /** Where the row of a value begins; a value beyond the limit has the row of all others, 0. To be asked before `sums`. */
  rowOf(value: Value): number {
    const known = this.#rows.get(value);
    if (known !== undefined) return known;
    if (hashOf(value) > this.#highestHash) return 0;
    if (this.size >= 2 * this.#limit) {
      this.bound();
      return this.rowOf(value);
    }
    const row = this.sums.append();
    this.#rows.set(value, row);
    return row;
  }

  /** Adds an amount to each cell of a value. */
  addTo(value: Value, amounts: Float64Array): void {
    const row = this.rowOf(value);
    this.sums.addAmounts(row, amounts);
  }

  /** Moves the counts of values beyond the limit into the row of all others. */
  bound(): void {
    if (this.size <= this.#limit) return;
    const ordered = Array.from(this.#rows, ([value, row]) => ({ value, row, hash: hashOf(value) })).toSorted(
      (left, right) => left.hash - right.hash || (String(left.value) < String(right.value) ? -1 : 1),
    );
    const before = this.sums;
    this.sums = new ExactSums(valueWidth);
    this.sums.addRow(this.sums.append(), before, 0);
    this.#rows.clear();
    this.#highestHash = ordered[this.#limit - 1]!.hash;
    for (const [at, { value, row }] of ordered.entries()) {
      const to = at < this.#limit ? this.sums.append() : 0;
      if (to !== 0) this.#rows.set(value, to);
      this.sums.addRow(to, before, row);
    }
  }

  /** Begins again with no counts. A value that was beyond the limit stays so. */
  clear(): void {
    this.sums.clear();
    this.sums.append();
    this.#rows.clear();
  }

  add(other: ValueTable): void {
    this.sums.addRow(0, other.sums, 0);
    for (const [value, from] of other.rows()) {
      const row = this.rowOf(value);
      this.sums.addRow(row, other.sums, from);
    }
  }
}
