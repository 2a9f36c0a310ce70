/**
 * Runs works one after the other, in the order in which they came: of works that each take much memory, as many at once as
 * there are connections would take all of it.
 */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  /** What a work gives, or the error that it fails with: the next one begins either way. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = Promise.allSettled([done]);
    return done;
  }
}
