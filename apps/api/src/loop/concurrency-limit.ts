import { ServiceError } from '@auction-tiers/contract';

const retryAfterS = 1;

/** Bounds how many tasks of a kind run at once: each takes much memory, or keeps a processor busy for long. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #what: string;
  #inside = 0;

  /** `what`: names the tasks in the error, in the plural. */
  constructor(most: number, what: string) {
    this.#most = most;
    this.#what = what;
  }

  /** Runs a task and returns its result. Throws `unavailable` where as many as allowed are running already. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#inside >= this.#most) {
      const message = `the service is busy with ${this.#most} ${this.#what}; try again in ${retryAfterS} s`;
      throw new ServiceError('unavailable', message, { retryAfterS });
    }
    this.#inside++;
    try {
      return await work();
    } finally {
      this.#inside--;
    }
  }
}
