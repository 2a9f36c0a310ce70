import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the loop is asked to turn, in milliseconds: a shorter hold is not seen. */
const resolutionMs = 2;
const nanosPerMs = 1e6;

/** How long the event loop was held at a time, in milliseconds, since the last `take`. */
export interface Holds {
  readonly longestMs: number;
  /** All but one in a thousand were at most this long. */
  readonly p999Ms: number;
}

/** A sample is the time from one timer to the next, which is the resolution where nothing holds the loop. */
const toHoldMs = (nanos: number) => Math.max(0, nanos / nanosPerMs - resolutionMs);

/** Measures how long this process keeps its event loop from turning: no request can be answered meanwhile. */
export class LoopHolds {
  readonly #delays = monitorEventLoopDelay({ resolution: resolutionMs });

  constructor() {
    this.#delays.enable();
  }

  /** What was measured since the last call. */
  take(): Holds {
    const holds = { longestMs: toHoldMs(this.#delays.max), p999Ms: toHoldMs(this.#delays.percentile(99.9)) };
    this.#delays.reset();
    return holds;
  }

  close(): void {
    this.#delays.disable();
  }
}
