import { Crowd } from './crowd.ts';
import type { Entries } from './entry.ts';
import { entryAt, isLastOfLevel } from './entry.ts';

/** The crowds of a tier set. Each is made when the first bid comes to it, so that compiling need not wait for them. */
export class Crowds {
  readonly #entries: Entries;
  readonly #firsts: readonly number[];
  readonly #made: (Crowd | undefined)[];
  #work = new Int32Array(0);

  /** `firsts` are the first entries of all crowds, by their numbers. */
  constructor(entries: Entries, firsts: readonly number[]) {
    this.#entries = entries;
    this.#firsts = firsts;
    this.#made = firsts.map(() => undefined);
  }

  /** Words for `Crowd.match` of any crowd that `get` has given. */
  get work(): Int32Array {
    return this.#work;
  }

  get(number: number): Crowd {
    return (this.#made[number] ??= this.#make(number));
  }

  #make(number: number): Crowd {
    const first = this.#firsts[number]!;
    let size = 1;
    while (!isLastOfLevel(this.#entries, first + entryAt(size - 1))) size++;
    const crowd = new Crowd(this.#entries, first, size);
    if (this.#work.length < crowd.workWords) this.#work = new Int32Array(crowd.workWords);
    return crowd;
  }
}
