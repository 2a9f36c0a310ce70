import { ServiceError } from '@auction-tiers/contract';

const retryAfterS = 1;

/** Bounds how many works of a kind are under way at once: each takes much memory, or keeps a processor busy for long. */
export class Room {
  readonly #most: number;
  readonly #what: string;
  #inside = 0;

  /** `what`: the works in words, in the plural. */
  constructor(most: number, what: string) {
    this.#most = most;
    this.#what = what;
  }

  /** What a work gives. Throws `unavailable` where as many as may be are under way already. */
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
