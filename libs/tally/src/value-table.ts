import { fnv1a } from '@auction-tiers/chance';
import { valueWidth } from './cell.ts';
import { ExactSums } from './exact-sums.ts';

/** A value of an attribute; '': the auction has none. A number is the same value as its decimal text. */
export type Value = string | number;

/** The most values of an attribute with rows of their own, per hour or day; the others share one row. */
export const mostValues = 1000;

/** Too many values are reduced to those with the lowest hashes (FNV-1a, mixed), the same on every process. */
function hashOf(value: Value): number {
  let hash = fnv1a(String(value));
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Rows of sums by value of one attribute. After `bound` at most `limit` rows; all other values share the first row. */
export class ValueTable {
  readonly #limit: number;
  /** The first row is for all values without a row of their own. */
  sums = new ExactSums(valueWidth);
  readonly #rows = new Map<Value, number>();
  /** Values with a higher hash get no row, because there are enough values with lower ones. */
  #highestHash = 0xffffffff;

  constructor(limit: number = mostValues) {
    this.#limit = limit;
    this.sums.append();
  }

  /** Values with a row of their own. */
  get size(): number {
    return this.#rows.size;
  }

  /** The values and the offsets of their rows, in the order of insertion. */
  rows(): IterableIterator<[value: Value, row: number]> {
    return this.#rows.entries();
  }

  /** The offset of a value's row; 0, the shared row, for a value beyond the limit. Call it before reading `sums`. */
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

  /** Removes all counts. A value beyond the limit stays beyond it. */
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
