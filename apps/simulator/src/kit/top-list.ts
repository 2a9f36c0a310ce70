/**
 * The first entries by an order, in bounded memory. Parts of a log merge, in any order, to the list of the whole, if no two
 * entries compare equal.
 */
export class TopList<Entry> {
  readonly #most: number;
  readonly #compare: (left: Entry, right: Entry) => number;
  #entries: Entry[] = [];
  #last: Entry | undefined;

  /** `compare`: less than 0 where the left entry comes first. */
  constructor(most: number, compare: (left: Entry, right: Entry) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  /** An entry after this one is out; undefined: no entry is out yet. */
  get last(): Entry | undefined {
    return this.#last;
  }

  keep(entry: Entry): void {
    if (this.#last !== undefined && this.#compare(entry, this.#last) > 0) return;
    this.#entries.push(entry);
    // Shrinking only at twice the bound keeps the cost of sorting low.
    if (this.#entries.length >= 2 * this.#most) this.#shrink();
  }

  /** In order. */
  entries(): readonly Entry[] {
    this.#shrink();
    return this.#entries;
  }

  #shrink(): void {
    this.#entries = this.#entries.toSorted(this.#compare).slice(0, this.#most);
    this.#last = this.#entries[this.#most - 1];
  }
}
