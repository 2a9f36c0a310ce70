import { ServiceError } from '@auction-tiers/contract';

const retryAfterS = 1;

/** Bounds how many tasks of a kind run at once: each takes much memory, or keeps a processor busy for long. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #what: string;
  readonly #mostWaiting: number;
  /** Starts the tasks that wait, the one that came first at the head. */
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  /** `what`: names the tasks in the error, in the plural. `mostWaiting`: how many wait for their turn, in order. */
  constructor(most: number, what: string, mostWaiting = 0) {
    this.#most = most;
    this.#what = what;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Runs a task, once it is its turn, and returns its result. Throws `unavailable` where as many as allowed are running
   * and waiting already.
   */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#inside < this.#most) this.#inside++;
    else await this.#turn();
    try {
      return await work();
    } finally {
      // A task that waits takes this one's place, so that none that comes later gets in before it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#inside--;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting) {
      const busyWith = this.#most + this.#mostWaiting;
      const message = `the service is busy with ${busyWith} ${this.#what}; try again in ${retryAfterS} s`;
      throw new ServiceError('unavailable', message, { retryAfterS });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
