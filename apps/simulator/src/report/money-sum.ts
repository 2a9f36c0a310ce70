/** Beyond this the small part is moved over; the largest price is far below what is left to 2^53. */
const carryAt = 2 ** 52;

/** A sum of whole micros that is exact however many are added: 2^53 micros are reached by ten thousand top prices. */
export class MoneySum {
  #carried = 0n;
  #micros = 0;

  add(micros: number): void {
    this.#micros += micros;
    if (this.#micros < carryAt) return;
    this.#carried += BigInt(this.#micros);
    this.#micros = 0;
  }

  total(): bigint {
    return this.#carried + BigInt(this.#micros);
  }
}
