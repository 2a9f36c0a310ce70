/**
 * A timer of Node's fires within this of its moment on a machine that is not overloaded. Being so late is the clock's
 * grain, not a wait.
 */
const grainMs = 2;

/** When each request of a fixed rate is due: evenly, whether or not the server keeps up. */
export class Schedule {
  readonly total: number;
  readonly #startMs: number;
  readonly #gapMs: number;
  #taken = 0;

  /** `rate` requests a second, `total` of them, the first one at once. */
  constructor(rate: number, total: number, startMs: number) {
    this.total = total;
    this.#startMs = startMs;
    this.#gapMs = 1000 / rate;
  }

  /** Requests that nobody has taken yet. */
  get left(): number {
    return this.total - this.#taken;
  }

  /** Of the next request. */
  get nextDueMs(): number {
    return this.#startMs + this.#taken * this.#gapMs;
  }

  /**
   * Takes the next request if it is due, and gives the moment from which its latency counts; undefined: none is due.
   *
   * A request that waited for a free connection counts from the moment it was due: that is how long a caller would have
   * waited, and what a closed loop leaves out (coordinated omission). One that only a timer kept waiting counts from now,
   * unless the timer was so late that this process itself was held up.
   */
  take(nowMs: number, hasWaited: boolean): number | undefined {
    const dueMs = this.nextDueMs;
    if (this.left === 0 || dueMs > nowMs) return undefined;
    this.#taken++;
    return hasWaited || nowMs - dueMs > grainMs ? dueMs : nowMs;
  }
}
