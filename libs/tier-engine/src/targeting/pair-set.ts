/** A set of pairs; unlike a set of joined keys it needs no separator that a value could contain, and no new text a look-up. */
export class PairSet<First, Second> {
  readonly #seconds = new Map<First, Set<Second>>();

  add(first: First, second: Second): void {
    const seconds = this.#seconds.get(first);
    if (seconds === undefined) this.#seconds.set(first, new Set([second]));
    else seconds.add(second);
  }

  has(first: First, second: Second): boolean {
    return this.#seconds.get(first)?.has(second) ?? false;
  }
}
