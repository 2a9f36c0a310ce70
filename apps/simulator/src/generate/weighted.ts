import { power } from '../kit/exact-math.ts';
import type { Random } from '../kit/random.ts';

/** Values that are drawn in proportion to their weights. */
export class Weighted<Value> {
  readonly #values: readonly Value[];
  readonly #limits: Float64Array;

  constructor(entries: readonly (readonly [value: Value, weight: number])[]) {
    this.#values = entries.map(([value]) => value);
    let total = 0;
    this.#limits = Float64Array.from(entries, ([, weight]) => (total += weight));
  }

  /** Zipf's law: the value of rank n is drawn 1 / n^exponent times as often as the first. */
  static zipf<Value>(values: readonly Value[], exponent: number): Weighted<Value> {
    return new Weighted(values.map((value, at) => [value, 1 / power(at + 1, exponent)]));
  }

  draw(random: Random): Value {
    const limits = this.#limits;
    const at = random.fraction() * limits[limits.length - 1]!;
    let low = 0;
    let high = limits.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limits[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return this.#values[low]!;
  }
}
