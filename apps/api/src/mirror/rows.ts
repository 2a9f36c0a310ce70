import type { Plain } from '@auction-tiers/contract';

/** Ids that are kept together: a map of a few thousand entries grows in microseconds, one of a hundred thousand in 10 ms. */
const idsPerBucket = 4096;

/** Values by id, as many as may be: adding one never holds the event loop, which a large `Map` does when it grows. */
export class IdMap<Value> {
  readonly #buckets = new Map<number, Map<number, Value>>();

  get(id: number): Value | undefined {
    return this.#bucketOf(id)?.get(id);
  }

  has(id: number): boolean {
    return this.#bucketOf(id)?.has(id) === true;
  }

  /** Gives the value that was there before. */
  set(id: number, value: Value): Value | undefined {
    const key = keyOf(id);
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) this.#buckets.set(key, (bucket = new Map()));
    const before = bucket.get(id);
    bucket.set(id, value);
    return before;
  }

  /** Gives the value that was there. */
  delete(id: number): Value | undefined {
    const bucket = this.#bucketOf(id);
    const before = bucket?.get(id);
    if (bucket?.delete(id) === true && bucket.size === 0) this.#buckets.delete(keyOf(id));
    return before;
  }

  /** All ids, in no promised order. */
  *ids(): Generator<number, void, undefined> {
    for (const bucket of this.#buckets.values()) yield* bucket.keys();
  }

  /** All values, in no promised order. */
  values(): Value[] {
    const values: Value[] = [];
    for (const bucket of this.#buckets.values()) for (const value of bucket.values()) values.push(value);
    return values;
  }

  /** The ids in groups, ascending within a group and from one to the next: each is sorted when it is asked for. */
  *ascending(): Generator<Float64Array, void, undefined> {
    const keys = Float64Array.from(this.#buckets.keys()).toSorted();
    for (const key of keys) yield Float64Array.from(this.#buckets.get(key)?.keys() ?? []).toSorted();
  }

  #bucketOf(id: number): Map<number, Value> | undefined {
    return this.#buckets.get(keyOf(id));
  }
}

const keyOf = (id: number): number => Math.floor(id / idsPerBucket);

/** The order is made anew once so many objects were put into or taken out of its middle. */
const mostMoves = 64;

/** The objects of one service and owner: by id, and in the order of ids, so that a list need not sort them. */
export class Rows {
  readonly #byId = new IdMap<Plain>();
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
    this.#ordered ??= this.#order();
    this.#isLent = true;
    return this.#ordered;
  }

  /** Gives the object that was there before. */
  set(id: number, row: Plain): Plain | undefined {
    const before = this.#byId.set(id, row);
    const ordered = this.#own();
    if (ordered === undefined) return before;
    if (before !== undefined) ordered[placeOf(ordered, id)] = row;
    else if (ordered.length === 0 || idOf(ordered[ordered.length - 1]!) < id) ordered.push(row);
    else this.#move(ordered, id, 0, row);
    return before;
  }

  /** Gives the object that was there. */
  delete(id: number): Plain | undefined {
    const before = this.#byId.delete(id);
    const ordered = before === undefined ? undefined : this.#own();
    if (ordered !== undefined) this.#move(ordered, id, 1);
    return before;
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
    const ordered: Plain[] = [];
    for (const ids of this.#byId.ascending()) for (const id of ids) ordered.push(this.#byId.get(id)!);
    return ordered;
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
