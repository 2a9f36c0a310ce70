/** What is known of the tiers that a tally meets. */
export class TierList {
  readonly #ids: number[];
  readonly #priorities: number[];
  readonly #indexOfId: Map<number, number>;

  /** In the order of the tier set, which is that of the numbers that the engine gives them. */
  constructor(tiers: readonly { readonly id: number; readonly priority: number }[]) {
    this.#ids = tiers.map(({ id }) => id);
    this.#priorities = tiers.map(({ priority }) => priority);
    this.#indexOfId = new Map(tiers.map(({ id }, index) => [id, index]));
  }

  /** null: no tier. */
  idOf(index: number): number | null {
    return index < 0 ? null : this.#ids[index]!;
  }

  /** The number of a tier; one that the tier set does not have, such as an API's, gets the next. */
  indexOf(id: number, priority: number | null): number {
    const known = this.#indexOfId.get(id);
    const index = known ?? this.#ids.length;
    if (known === undefined) {
      this.#indexOfId.set(id, index);
      this.#ids.push(id);
    }
    // Answers of an API may change while they are gathered: the highest priority stands, whatever came first.
    this.#priorities[index] = Math.max(this.#priorities[index] ?? 1, priority ?? 1);
    return index;
  }

  priorityOf(id: number): number | undefined {
    const index = this.#indexOfId.get(id);
    return index === undefined ? undefined : this.#priorities[index];
  }

  /** With ids, ascending. */
  priorities(): [number, number][] {
    const pairs = this.#ids.map((id, index): [number, number] => [id, this.#priorities[index]!]);
    return pairs.toSorted(([left], [right]) => left - right);
  }
}
