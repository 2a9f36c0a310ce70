/** Beyond this the low part of a sum is moved over; what one auction can add is far below what is left to 2^53. */
const carryAt = 2 ** 52;

/**
 * Rows of counts and of sums of whole micros, all in one array of numbers. Sums are exact however much is added: each is
 * a low part under 2^52 and how often it was carried, so that equal sums have equal cells, whatever came first.
 *
 * A row is known by the place of its first cell. Its counts come first, and may be added to where they stand: a tally
 * counts tens of millions of bids.
 */
export class Figures {
  readonly #countCount: number;
  readonly #sumCount: number;
  /** Of a row: its counts, the low parts of its sums, their carries, and the mark. */
  readonly #width: number;
  #cells: Float64Array;
  #length = 0;

  constructor(countCount: number, sumCount: number) {
    this.#countCount = countCount;
    this.#sumCount = sumCount;
    this.#width = countCount + 2 * sumCount + 1;
    this.#cells = new Float64Array(4 * this.#width);
  }

  /** All of them, until the next `append`. */
  get cells(): Float64Array {
    return this.#cells;
  }

  /** Where a row has a cell for whatever its owner wants to note; it is no figure and never leaves here. */
  get markOffset(): number {
    return this.#width - 1;
  }

  /** A new row of zeros. */
  append(): number {
    const row = this.#length;
    this.#length += this.#width;
    if (this.#length > this.#cells.length) {
      const larger = new Float64Array(2 * this.#cells.length);
      larger.set(this.#cells);
      this.#cells = larger;
    }
    return row;
  }

  /** `micros` is a whole number from 0 to what one auction can come to. */
  add(row: number, sum: number, micros: number): void {
    const at = row + this.#countCount + sum;
    const low = this.#cells[at]! + micros;
    if (low < carryAt) {
      this.#cells[at] = low;
      return;
    }
    this.#cells[at] = low - carryAt;
    this.#cells[at + this.#sumCount]!++;
  }

  countAt(row: number, column: number): number {
    return this.#cells[row + column]!;
  }

  /** CPM micros. */
  sumAt(row: number, sum: number): bigint {
    const at = row + this.#countCount + sum;
    return BigInt(this.#cells[at + this.#sumCount]!) * BigInt(carryAt) + BigInt(this.#cells[at]!);
  }

  /** A row as plain numbers, for `merge`. */
  toData(row: number): number[] {
    return Array.from(this.#cells.subarray(row, row + this.markOffset));
  }

  /** Adds another row of the same shape to a row. */
  merge(row: number, data: readonly number[]): void {
    if (data.length !== this.markOffset) {
      throw new RangeError(`A row of figures has ${data.length} cells; allowed are ${this.markOffset}.`);
    }
    for (const [at, figure] of data.entries()) this.#cells[row + at]! += figure;
    for (let sum = 0; sum < this.#sumCount; sum++) this.add(row, sum, 0);
  }
}
