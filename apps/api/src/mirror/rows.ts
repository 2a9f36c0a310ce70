import type { Plain } from '@auction-tiers/contract';

/** The objects of one service and owner. */
export class Rows {
  readonly #byId = new Map<number, Plain>();
  /** The ordered list that readers were given; undefined since the last change. */
  #ordered: readonly Plain[] | undefined;

  get(id: number): Plain | undefined {
    return this.#byId.get(id);
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  /** The ids of all objects, in no promised order. */
  ids(): Iterable<number> {
    return this.#byId.keys();
  }

  /** All objects as they are now, in no promised order. */
  values(): Plain[] {
    return [...this.#byId.values()];
  }

  /** All objects by ascending id, as they are now: later changes do not show in it. */
  ordered(): readonly Plain[] {
    this.#ordered ??= this.values().toSorted((a, b) => (a['id'] as number) - (b['id'] as number));
    return this.#ordered;
  }

  /** Gives the object that was there before. */
  set(id: number, row: Plain): Plain | undefined {
    this.#ordered = undefined;
    const before = this.#byId.get(id);
    this.#byId.set(id, row);
    return before;
  }

  /** Gives the object that was there. */
  delete(id: number): Plain | undefined {
    this.#ordered = undefined;
    const before = this.#byId.get(id);
    this.#byId.delete(id);
    return before;
  }
}
