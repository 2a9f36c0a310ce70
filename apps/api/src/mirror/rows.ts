import type { Plain } from '@auction-tiers/contract';

/** Ids whose values are kept together. */
const idsPerPage = 64;

/** The values of neighbouring ids, each at its place. */
interface Page<Value> {
  readonly values: (Value | undefined)[];
  count: number;
}

/**
 * Values by id, as many as may be: adding one never holds the event loop, which a `Map` of a hundred thousand does for 10 ms
 * when it grows. Ids are mostly drawn one after the other, so that pages are full.
 */
export class IdMap<Value extends object | true> {
  readonly #pages = new Map<number, Page<Value>>();
  #size = 0;

  get(id: number): Value | undefined {
    return this.#pages.get(pageOf(id))?.values[id % idsPerPage];
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** Gives the value that was there before. */
  set(id: number, value: Value): Value | undefined {
    const number = pageOf(id);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = { values: Array.from({ length: idsPerPage }), count: 0 };
      this.#pages.set(number, page);
    }
    const place = id % idsPerPage;
    const before = page.values[place];
    page.values[place] = value;
    if (before === undefined) {
      page.count++;
      this.#size++;
    }
    return before;
  }

  /** Gives the value that was there. */
  delete(id: number): Value | undefined {
    const number = pageOf(id);
    const page = this.#pages.get(number);
    const place = id % idsPerPage;
    const before = page?.values[place];
    if (page === undefined || before === undefined) return undefined;
    page.values[place] = undefined;
    this.#size--;
    if (--page.count === 0) this.#pages.delete(number);
    return before;
  }

  /** All ids, in no promised order. */
  *ids(): Generator<number, void, undefined> {
    for (const [number, { values }] of this.#pages) {
      for (let place = 0; place < idsPerPage; place++) {
        if (values[place] !== undefined) yield number * idsPerPage + place;
      }
    }
  }

  /** All values, in no promised order. */
  values(): Value[] {
    return collect([...this.#pages.values()], this.#size);
  }

  /** All values by ascending id. */
  ascending(): Value[] {
    const numbers = Float64Array.from(this.#pages.keys()).toSorted();
    return collect(
      Array.from(numbers, (number) => this.#pages.get(number)!),
      this.#size,
    );
  }
}

const pageOf = (id: number): number => Math.floor(id / idsPerPage);

function collect<Value>(pages: readonly Page<Value>[], size: number): Value[] {
  // Of its length at once: an array of a hundred thousand that grows is copied some thirty times.
  const all: Value[] = [];
  all.length = size;
  let next = 0;
  for (const { values } of pages) {
    for (let place = 0; place < idsPerPage; place++) {
      const value = values[place];
      if (value !== undefined) all[next++] = value;
    }
  }
  return all;
}

/** The objects of one service and owner. */
export class Rows {
  readonly #byId = new IdMap<Plain>();
  /** What a reader was given; undefined since the last change. */
  #ordered: readonly Plain[] | undefined;

  get(id: number): Plain | undefined {
    return this.#byId.get(id);
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  /** The ids of all objects, in no promised order. */
  ids(): Iterable<number> {
    return this.#byId.ids();
  }

  /** All objects as they are now, in no promised order. */
  values(): Plain[] {
    return this.#byId.values();
  }

  /** All objects by ascending id, as they are now: later changes do not show in it. */
  ordered(): readonly Plain[] {
    this.#ordered ??= this.#byId.ascending();
    return this.#ordered;
  }

  /** Gives the object that was there before. */
  set(id: number, row: Plain): Plain | undefined {
    this.#ordered = undefined;
    return this.#byId.set(id, row);
  }

  /** Gives the object that was there. */
  delete(id: number): Plain | undefined {
    this.#ordered = undefined;
    return this.#byId.delete(id);
  }
}
