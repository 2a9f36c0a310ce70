import { clearBit } from '../bits.ts';
import type { Impression } from '../impression.ts';
import type { Condition } from './condition.ts';
import { Subject } from './subject.ts';

/** What stands for a value of a dimension; undefined: the impression lacks it. */
export type ValueKey = string | number | undefined;

/** When a dimension has so many rows, or so many words in them, all are forgotten and learnt again. */
const [mostRows, mostWords] = [4096, 65_536];
const fewestRows = 16;
/** A longer text is not remembered: it cannot be a common value, and may be a hostile one. */
const longestKey = 256;
/** The first row is for values that are not remembered. */
const passingRow = 0;
const nowhere = -1;

/**
 * One dimension of all profiles of a tier set: for each value that an impression has had, a row of bits that says which
 * profiles let it pass. A row is learnt by asking the conditions; after that, an impression of that value costs one
 * look-up and an AND, however many profiles there are.
 */
export class ValueRows {
  /** By profile slot; a profile without one lets everything pass. */
  readonly #conditions: readonly (Condition | undefined)[];
  readonly #rowWords: number;
  readonly #mostRows: number;
  readonly #startOfKey = new Map<ValueKey, number>();
  /** The value that was asked for last, and its row: an auction is asked about more than once, and auctions resemble. */
  #lastKey: ValueKey;
  #lastStart = nowhere;
  #words: Int32Array;

  constructor(conditions: readonly (Condition | undefined)[], rowWords: number) {
    this.#conditions = conditions;
    this.#rowWords = rowWords;
    this.#mostRows = Math.min(mostRows, Math.max(fewestRows, Math.floor(mostWords / rowWords)));
    this.#words = new Int32Array(fewestRows * rowWords);
  }

  /** Clears the bits of the profiles that do not let the value pass, which is the one of the impression given. */
  narrow(passing: Int32Array, key: ValueKey, impression: Impression): void {
    const start = this.#rowOf(key, impression);
    const words = this.#words;
    for (let at = 0; at < this.#rowWords; at++) passing[at]! &= words[start + at]!;
  }

  /** Sets the bits of the profiles that let the value pass. */
  widen(passing: Int32Array, key: ValueKey, impression: Impression): void {
    const start = this.#rowOf(key, impression);
    const words = this.#words;
    for (let at = 0; at < this.#rowWords; at++) passing[at]! |= words[start + at]!;
  }

  #rowOf(key: ValueKey, impression: Impression): number {
    if (key === this.#lastKey && this.#lastStart !== nowhere) return this.#lastStart;
    this.#lastStart = this.#startOfKey.get(key) ?? this.#learn(key, impression);
    this.#lastKey = key;
    return this.#lastStart;
  }

  #learn(key: ValueKey, impression: Impression): number {
    const start = this.#place(key);
    // No condition with rows depends on the time.
    const subject = new Subject(impression, 0);
    const row = this.#words.subarray(start, start + this.#rowWords).fill(-1);
    for (const [slot, condition] of this.#conditions.entries()) {
      if (condition?.holds(subject) === false) clearBit(row, slot);
    }
    return start;
  }

  #place(key: ValueKey): number {
    if (typeof key === 'string' && key.length > longestKey) return passingRow;
    if (this.#startOfKey.size + 1 === this.#mostRows) this.#startOfKey.clear();
    const start = (this.#startOfKey.size + 1) * this.#rowWords;
    if (start === this.#words.length) this.#grow();
    this.#startOfKey.set(key, start);
    return start;
  }

  #grow(): void {
    const rows = Math.min(this.#mostRows, (2 * this.#words.length) / this.#rowWords);
    const words = new Int32Array(rows * this.#rowWords);
    words.set(this.#words);
    this.#words = words;
  }
}
