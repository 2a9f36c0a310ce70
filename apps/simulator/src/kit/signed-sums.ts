/** Beyond this the low part of a sum is moved over; what one auction can add is far below what is left to 2^53. */
const carryAt = 2 ** 52;

/** Sums as plain data: only `SignedSums` reads it. */
export interface SignedSumsData {
  readonly low: readonly number[];
  readonly carries: readonly number[] | null;
}

/** Sums of whole micros, of either sign, exact however much is added: a low part, and how often it was carried. */
export class SignedSums {
  readonly #low: Float64Array;
  /** Most sums never carry. */
  #carries: Float64Array | undefined;

  constructor(length: number) {
    this.#low = new Float64Array(length);
  }

  add(at: number, micros: number): void {
    const low = this.#low[at]! + micros;
    this.#low[at] = low;
    if (low >= carryAt || low <= -carryAt) this.#carry(at, low);
  }

  /** The sum rounded to a double: the same for equal sums, whatever came first. */
  number(at: number): number {
    return (this.#carries?.[at] ?? 0) * carryAt + this.#low[at]!;
  }

  /** The sum itself. */
  exact(at: number): bigint {
    return BigInt(this.#carries?.[at] ?? 0) * BigInt(carryAt) + BigInt(this.#low[at]!);
  }

  merge({ low, carries }: SignedSumsData): void {
    for (const [at, micros] of low.entries()) this.add(at, micros);
    if (carries === null) return;
    this.#carries ??= new Float64Array(this.#low.length);
    for (const [at, count] of carries.entries()) this.#carries[at]! += count;
  }

  toData(): SignedSumsData {
    return { low: Array.from(this.#low), carries: this.#carries === undefined ? null : Array.from(this.#carries) };
  }

  #carry(at: number, low: number): void {
    this.#carries ??= new Float64Array(this.#low.length);
    const sign = low > 0 ? 1 : -1;
    this.#carries[at]! += sign;
    this.#low[at] = low - sign * carryAt;
  }
}
