/**
 * On a machine that is not overloaded, a Node timer fires at most this late. Such a delay is the resolution of the
 * timer, not a wait.
 */
const timerResolutionMs = 2;

/** The moments at which the requests of a fixed rate are due: evenly spaced, whether or not the server keeps up. */
export class Schedule {
  readonly total: number;
  readonly #startMs: number;
  readonly #gapMs: number;
  #taken = 0;

  /** `rate` requests per second, `total` of them, the first one at once. */
  constructor(rate: number, total: number, startMs: number) {
    this.total = total;
    this.#startMs = startMs;
    this.#gapMs = 1000 / rate;
  }

  /** The number of requests not taken yet. */
  get left(): number {
    return this.total - this.#taken;
  }

  /** The moment at which the next request is due. */
  get nextDueMs(): number {
    return this.#startMs + this.#taken * this.#gapMs;
  }

  /**
   * Takes the next request if it is due, and gives the moment from which its latency counts; undefined: none is due.
   *
   * The latency of a request that waited for a free connection counts from the moment it was due: a caller would have
   * waited that long, which a closed loop leaves out (coordinated omission). If only the timer delayed the request, its
   * latency counts from now, unless the timer was so late that this process itself was delayed.
   */
  take(nowMs: number, hasWaited: boolean): number | undefined {
    const dueMs = this.nextDueMs;
    if (this.left === 0 || dueMs > nowMs) return undefined;
    this.#taken++;
    return hasWaited || nowMs - dueMs > timerResolutionMs ? dueMs : nowMs;
  }
}
