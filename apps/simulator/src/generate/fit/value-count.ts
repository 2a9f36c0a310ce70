/** Beyond so many different values, new ones are not counted: a log may hold any. */
const mostValues = 100_000;

/** How often each value of some attribute was met. */
export class ValueCount<Value> {
  readonly #counts = new Map<string | number | null, { readonly value: Value; count: number }>();

  /** `key` tells values apart; of those with the same key the first one is kept. */
  add(key: string | number | null, value: Value): void {
    const known = this.#counts.get(key);
    if (known !== undefined) known.count++;
    else if (this.#counts.size < mostValues) this.#counts.set(key, { value, count: 1 });
  }

  /** The most frequent first; those that are equally frequent in the order in which they were met. */
  ranked(limit = Infinity): readonly { readonly value: Value; readonly count: number }[] {
    return [...this.#counts.values()].toSorted((left, right) => right.count - left.count).slice(0, limit);
  }

  get size(): number {
    return this.#counts.size;
  }
}

/** Shares and factors with as many digits as they deserve. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

const longestText = 200;

/** A text that params may hold; null: there is none, or it is too long to mean anything. */
export function knownText(text: string | undefined): string | null {
  return text === undefined || text === '' || text.length > longestText ? null : text;
}
