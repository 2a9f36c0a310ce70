/** Beyond this the low part of a sum is carried. A single amount is far below the difference to 2^53. */
const carryAt = 2 ** 52;

/** A row as plain data, for `ExactSums` only. */
export interface SumsData {
  readonly low: readonly number[];
  /** null: no sum of the row has been carried. */
  readonly carries: readonly number[] | null;
}

/**
 * Rows of sums of whole numbers of either sign, and of counts in 2^-20, exact for any total: each sum is a low part under 2^52 and the number
 * of its carries, so that equal sums of non-negative numbers have equal data, in whatever order they were added. The
 * address of a sum is the offset of its row plus its column: `sums.add(row + column, micros)`.
 */
export class ExactSums {
  readonly #columns: number;
  readonly #width: number;
  #cells: Float64Array;
  /** Most sums never carry. */
  #carries: Float64Array | undefined;
  #length = 0;

  /** Has room for `rows` rows before it grows. `marks`: further cells per row for the owner, never part of the data. */
  constructor(columns: number, { rows = 4, marks = 0 }: { readonly rows?: number; readonly marks?: number } = {}) {
    this.#columns = columns;
    this.#width = columns + marks;
    this.#cells = new Float64Array(rows * this.#width);
  }

  /** The low parts, valid until the next `append`. Sums that stay under 2^52, such as counts, may be changed here. */
  get cells(): Float64Array {
    return this.#cells;
  }

  get rowCount(): number {
    return this.#length / this.#width;
  }

  /** Adds a row of zeros and returns its offset; the first row has offset 0. */
  append(): number {
    const row = this.#length;
    this.#length += this.#width;
    if (this.#length > this.#cells.length) {
      this.#cells = enlarge(this.#cells);
      this.#carries &&= enlarge(this.#carries);
    }
    return row;
  }

  /** `amount` must be at most what a single auction can amount to. */
  add(at: number, amount: number): void {
    const low = this.#cells[at]! + amount;
    this.#cells[at] = low;
    if (low >= carryAt || low <= -carryAt) this.#carry(at, low);
  }

  /** Adds to the first columns of a row, one by one. */
  addAmounts(row: number, amounts: Float64Array): void {
    const cells = this.#cells;
    for (let column = 0; column < amounts.length; column++) {
      const low = cells[row + column]! + amounts[column]!;
      cells[row + column] = low;
      if (low >= carryAt || low <= -carryAt) this.#carry(row + column, low);
    }
  }

  /** How often a sum was carried. */
  carries(at: number): number {
    return this.#carries?.[at] ?? 0;
  }

  /** Adds to how often a sum was carried. */
  addCarries(at: number, count: number): void {
    if (count === 0) return;
    this.#carries ??= new Float64Array(this.#cells.length);
    this.#carries[at]! += count;
  }

  /** Adds a row of other sums with the same number of columns. */
  addRow(row: number, source: ExactSums, from: number): void {
    for (let column = 0; column < this.#columns; column++) {
      this.add(row + column, source.cells[from + column]!);
      this.addCarries(row + column, source.carries(from + column));
    }
  }

  /** Removes all rows. */
  clear(): void {
    this.#cells.fill(0, 0, this.#length);
    this.#carries = undefined;
    this.#length = 0;
  }

  /** The sum rounded to a double; equal sums give equal doubles. */
  number(at: number): number {
    return this.carries(at) * carryAt + this.#cells[at]!;
  }

  /** `count` adjacent sums as doubles. */
  numbers(from: number, count: number): Float64Array {
    const sums = new Float64Array(count);
    for (let at = 0; at < count; at++) sums[at] = this.number(from + at);
    return sums;
  }

  /** The sum itself; of a count that is not whole, the nearest whole number. */
  exact(at: number): bigint {
    return BigInt(this.carries(at)) * BigInt(carryAt) + BigInt(Math.round(this.#cells[at]!));
  }

  toData(row: number): SumsData {
    const end = row + this.#columns;
    const carries = this.#carries?.subarray(row, end);
    return {
      low: Array.from(this.#cells.subarray(row, end)),
      carries: carries?.some((count) => count !== 0) ? Array.from(carries) : null,
    };
  }

  /** Adds a row with the same number of columns. */
  merge(row: number, { low, carries }: SumsData): void {
    if (low.length !== this.#columns) {
      throw new RangeError(`A row of sums has ${low.length} columns; allowed are ${this.#columns}.`);
    }
    for (let column = 0; column < low.length; column++) this.add(row + column, low[column]!);
    for (const [column, count] of (carries ?? []).entries()) this.addCarries(row + column, count);
  }

  #carry(at: number, low: number): void {
    const times = Math.trunc(low / carryAt);
    this.addCarries(at, times);
    this.#cells[at] = low - times * carryAt;
  }
}

function enlarge(cells: Float64Array): Float64Array {
  const larger = new Float64Array(2 * cells.length);
  larger.set(cells);
  return larger;
}
