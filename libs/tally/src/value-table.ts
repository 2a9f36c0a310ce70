import { fnv1a } from '@auction-tiers/chance';
import { valueWidth } from './cell.ts';
import { ExactSums, type SumsData } from './exact-sums.ts';

/** A value of an attribute; '': the auction has none. A number is the same value as its decimal text. */
export type Value = string | number;

/** The most values of an attribute with rows of their own, per hour or day; the others share one row. */
export const mostValues = 1000;

/** The columns of the rows of a table, and further cells of a row that are no sums. */
export interface TableWidth {
  readonly columns: number;
  readonly marks?: number;
}

/** A table as plain data. */
export interface ValueTableData {
  readonly rows: readonly (readonly [Value, SumsData])[];
  readonly others: SumsData;
  /** The value of the highest rank that has a row; null: all values have rows. */
  readonly lastKept: Value | null;
}

/** The row of all values without a row of their own. */
const othersRow = 0;

/**
 * Rows of sums by value of one attribute, in bounded memory. After `bound` at most `limit` rows; all other values share
 * the first row. Which values have rows depends on nothing but the values: each has a rank, and the lowest have rows. What
 * is among the lowest of all is among the lowest of any part, so that parts add up to the same in any order.
 */
export class ValueTable {
  readonly #limit: number;
  readonly #width: TableWidth;
  #sums: ExactSums;
  readonly #rows = new Map<Value, number>();
  /** Values of a higher rank get no row, because there are enough of lower ranks. */
  #lastKept: Value | undefined;

  constructor(limit: number = mostValues, width: TableWidth = { columns: valueWidth }) {
    this.#limit = limit;
    this.#width = width;
    this.#sums = this.#createSums();
  }

  /** The first row is for all values without a row of their own. `rowOf` may reallocate the cells, `bound` the rows. */
  get sums(): ExactSums {
    return this.#sums;
  }

  /** Values with a row of their own. */
  get size(): number {
    return this.#rows.size;
  }

  /** The values and the offsets of their rows, in the order of insertion. */
  rows(): IterableIterator<[value: Value, row: number]> {
    return this.#rows.entries();
  }

  /** The offset of a value's row until the next `bound`; 0, the shared row, for a value beyond the limit. */
  rowOf(value: Value): number {
    const known = this.#rows.get(value);
    if (known !== undefined) return known;
    if (this.#lastKept !== undefined && compareRanks(value, this.#lastKept) > 0) return othersRow;
    const row = this.#sums.append();
    this.#rows.set(value, row);
    return row;
  }

  /** Adds an amount to each cell of a value. */
  addTo(value: Value, amounts: Float64Array): void {
    const row = this.rowOf(value);
    this.#sums.addAmounts(row, amounts);
    this.boundAtTwice();
  }

  /** Bounds where there are twice as many rows as allowed: to sort for each value would cost too much. */
  boundAtTwice(): void {
    if (this.size > 2 * this.#limit) this.bound();
  }

  /** Moves the counts of values beyond the limit into the row of all others. */
  bound(): void {
    const lastKept = this.#lastKept;
    if (lastKept === undefined && this.size <= this.#limit) return;
    const ranked = [...this.#rows].toSorted(([left], [right]) => compareRanks(left, right));
    const past = lastKept === undefined ? -1 : ranked.findIndex(([value]) => compareRanks(value, lastKept) > 0);
    const keptCount = Math.min(this.#limit, past < 0 ? ranked.length : past);
    if (keptCount === this.#limit) this.#lastKept = ranked[keptCount - 1]?.[0];
    if (keptCount === ranked.length) return;
    const before = this.#sums;
    this.#sums = this.#createSums();
    this.#sums.addRow(othersRow, before, othersRow);
    this.#rows.clear();
    for (const [at, [value, from]] of ranked.entries()) {
      const to = at < keptCount ? this.#sums.append() : othersRow;
      if (to !== othersRow) this.#rows.set(value, to);
      this.#sums.addRow(to, before, from);
    }
  }

  /** Removes all counts. A value beyond the limit stays beyond it. */
  clear(): void {
    this.#sums.clear();
    this.#sums.append();
    this.#rows.clear();
  }

  add(other: ValueTable): void {
    this.#lower(other.#lastKept);
    this.#sums.addRow(othersRow, other.#sums, othersRow);
    for (const [value, from] of other.rows()) {
      const row = this.rowOf(value);
      this.#sums.addRow(row, other.#sums, from);
      this.boundAtTwice();
    }
  }

  toData(): ValueTableData {
    this.bound();
    return {
      rows: [...this.rows()]
        .toSorted(([left], [right]) => compareRanks(left, right))
        .map(([value, row]) => [value, this.#sums.toData(row)] as const),
      others: this.#sums.toData(othersRow),
      lastKept: this.#lastKept ?? null,
    };
  }

  /** Adds a table that `toData` has written. */
  merge({ rows, others, lastKept }: ValueTableData): void {
    this.#lower(lastKept ?? undefined);
    this.#sums.merge(othersRow, others);
    for (const [value, data] of rows) this.#sums.merge(this.rowOf(value), data);
    this.bound();
  }

  /** Takes over the last value that another table has kept. */
  #lower(lastKept: Value | undefined): void {
    if (lastKept === undefined) return;
    if (this.#lastKept === undefined || compareRanks(lastKept, this.#lastKept) < 0) this.#lastKept = lastKept;
  }

  #createSums(): ExactSums {
    const { columns, marks = 0 } = this.#width;
    const sums = new ExactSums(columns, { marks });
    sums.append();
    return sums;
  }
}

/** FNV-1a, mixed: the same on every process. What has no value comes first, so that it always has a row. */
function rankOf(value: Value): number {
  if (value === '') return -1;
  let hash = fnv1a(String(value));
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Two different values never have the same rank. */
function compareRanks(left: Value, right: Value): number {
  const difference = rankOf(left) - rankOf(right);
  if (difference !== 0) return difference;
  const [one, other] = [String(left), String(right)];
  return one === other ? 0 : one < other ? -1 : 1;
}
