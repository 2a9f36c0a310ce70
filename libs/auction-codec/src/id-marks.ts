const markCount = 4096;

/** Finds lists that may hold an id twice, at next to no cost for the others. */
export class IdMarks {
  /** By hash, the last list that had such an id. */
  readonly #marks = new Uint32Array(markCount);
  #list = 0;
  mayRepeat = false;

  /** Begins a list. */
  begin(): void {
    this.#list = (this.#list + 1) >>> 0;
    this.mayRepeat = false;
  }

  add(hash: number): void {
    const marks = this.#marks;
    const slot = hash & (markCount - 1);
    if (marks[slot] === this.#list) this.mayRepeat = true;
    marks[slot] = this.#list;
  }
}
