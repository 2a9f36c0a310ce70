import type { Client } from '@auction-tiers/contract';

/**
 * Runs works one after the other, in the order in which they came: of works that each take much memory, as many at once as
 * there are connections would take all of it.
 */
export class OneByOne {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the turn of a work, and gives the function that ends the turn. */
  enter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = this.#last.then(() => resolve);
    this.#last = promise;
    return turn;
  }

  /**
   * What a work gives, or the error that it fails with. The next one begins when the client has its answer, or right then
   * where the door does not tell.
   */
  async run<T>(work: () => Promise<T>, client?: Client): Promise<T> {
    const end = await this.enter();
    client?.onAnswered?.(end);
    try {
      return await work();
    } finally {
      if (client?.onAnswered === undefined) end();
    }
  }
}
