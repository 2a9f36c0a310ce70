/** A sample of the auctions of one period with at most `most` auctions: above that, every second one is dropped. */
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

  /** The number of added auctions per kept one. */
  get factor(): number {
    return this.#kept.length === 0 ? 1 : this.#count / this.#kept.length;
  }
}
