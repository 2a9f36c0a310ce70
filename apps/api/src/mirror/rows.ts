import type { Plain } from '@auction-tiers/contract';

/** The order is made anew once so many objects were put into or taken out of its middle. */
const mostMoves = 64;

/** The objects of one service and owner: by id, and in the order of ids, so that a list need not sort them. */
export class Rows {
  readonly #byId = new Map<number, Plain>();
  /** By ascending id; undefined until it is asked for. */
  #ordered: Plain[] | undefined;
  /** Whether a reader has the order: it is copied before it changes. */
  #isLent = false;
  #moves = 0;

  get(id: number): Plain | undefined {
    return this.#byId.get(id);
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  entries(): IterableIterator<[number, Plain]> {
    return this.#byId.entries();
  }

  /** All objects, in no promised order. */
  values(): IterableIterator<Plain> {
    return this.#byId.values();
  }

  /** All objects by ascending id, as they are now: later changes do not show in it. */
  ordered(): readonly Plain[] {
    this.#ordered ??= this.#order();
    this.#isLent = true;
    return this.#ordered;
  }

  set(id: number, row: Plain): void {
    const isKnown = this.#byId.has(id);
    this.#byId.set(id, row);
    const ordered = this.#own();
    if (ordered === undefined) return;
    if (isKnown) ordered[placeOf(ordered, id)] = row;
    else if (ordered.length === 0 || idOf(ordered[ordered.length - 1]!) < id) ordered.push(row);
    else this.#move(ordered, id, 0, row);
  }

  delete(id: number): void {
    if (!this.#byId.delete(id)) return;
    const ordered = this.#own();
    if (ordered !== undefined) this.#move(ordered, id, 1);
  }

  #move(ordered: Plain[], id: number, removed: 0 | 1, ...added: readonly Plain[]): void {
    if (++this.#moves > mostMoves) this.#ordered = undefined;
    else ordered.splice(placeOf(ordered, id), removed, ...added);
  }

  /** The order, to be changed. */
  #own(): Plain[] | undefined {
    if (this.#isLent) {
      this.#ordered = this.#ordered?.slice();
      this.#isLent = false;
    }
    return this.#ordered;
  }

  #order(): Plain[] {
    this.#moves = 0;
    return [...this.#byId.values()].toSorted((a, b) => idOf(a) - idOf(b));
  }
}

const idOf = (row: Plain) => row['id'] as number;

/** The place of the first object whose id is not below the given one. */
function placeOf(ordered: readonly Plain[], id: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (idOf(ordered[middle]!) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
