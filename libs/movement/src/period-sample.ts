/** Auctions of one period, of which at most so many are kept: beyond that, every second one is dropped again. */
export class PeriodSample<Auction> {
  readonly #most: number;
  #kept: { readonly auction: Auction; readonly number: number }[] = [];
  #stride = 1;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(auction: Auction): void {
    const number = this.#count++;
    if (number % this.#stride !== 0) return;
    this.#kept.push({ auction, number });
    if (this.#kept.length <= this.#most) return;
    this.#stride *= 2;
    this.#kept = this.#kept.filter(({ number: kept }) => kept % this.#stride === 0);
  }

  get auctions(): Auction[] {
    return this.#kept.map(({ auction }) => auction);
  }

  /** How many were added for each that is kept. */
  get factor(): number {
    return this.#kept.length === 0 ? 1 : this.#count / this.#kept.length;
  }
}
