import { ServiceError } from '@auction-tiers/contract';

const retryAfterS = 1;

/** Bounds how many tasks of a kind run at once: each takes much memory, or keeps a processor busy for long. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #what: string;
  readonly #mostWaiting: number;
  /** Starts the tasks that wait: of each owner in order, the owner that has waited longest for a turn at the head. */
  readonly #waiting = new Map<unknown, (() => void)[]>();
  #inside = 0;
  #waitingCount = 0;

  /** `what`: names the tasks in the error, in the plural. `mostWaiting`: how many wait for their turn, of one owner a third. */
  constructor(most: number, what: string, mostWaiting = 0) {
    this.#most = most;
    this.#what = what;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Runs a task, once it is its turn, and returns its result. Owners take turns, so that none keeps the others waiting.
   * Throws `unavailable` where as many as allowed are running and waiting already.
   */
  async run<T>(work: () => T | Promise<T>, owner?: number): Promise<T> {
    if (this.#inside < this.#most) this.#inside++;
    else await this.#turn(owner);
    try {
      return await work();
    } finally {
      // A task that waits takes this one's place, so that none that comes later gets in before it.
      const next = this.#next();
      if (next === undefined) this.#inside--;
      else next();
    }
  }

  #turn(owner: number | undefined): Promise<void> {
    const own = this.#waiting.get(owner) ?? [];
    const mostOwn = owner === undefined ? this.#mostWaiting : Math.ceil(this.#mostWaiting / 3);
    if (this.#waitingCount >= this.#mostWaiting || own.length >= mostOwn) {
      const busyWith = this.#most + Math.min(this.#mostWaiting, mostOwn);
      const message = `the service is busy with ${busyWith} ${this.#what}; try again in ${retryAfterS} s`;
      throw new ServiceError('unavailable', message, { retryAfterS });
    }
    this.#waitingCount++;
    this.#waiting.set(owner, own);
    return new Promise((resolve) => own.push(resolve));
  }

  /** Takes the next one out of the line; its owner has the next turn after all others. */
  #next(): (() => void) | undefined {
    for (const [owner, own] of this.#waiting) {
      this.#waiting.delete(owner);
      const next = own.shift();
      if (own.length > 0) this.#waiting.set(owner, own);
      this.#waitingCount--;
      return next;
    }
    return undefined;
  }
}
