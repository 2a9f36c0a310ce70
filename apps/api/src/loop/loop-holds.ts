import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DurationCounts } from '../metrics/counts.ts';

/** How often the loop is asked to turn, in milliseconds: a shorter hold is not seen. */
const resolutionMs = 2;
const nanosPerMs = 1e6;
const msPerS = 1000;

/** Upper bounds of the buckets that holds are counted in, seconds: fine around 50 ms, which is long for a hold. */
const holdBoundsS = [0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.06, 0.075, 0.1, 0.15, 0.2, 0.5, 1, 5];
/** The longest hold is reported for this long. */
const longestKeptMs = 60_000;

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
  readonly #counts = new DurationCounts(holdBoundsS);
  /** The longest hold of each stretch of time that was counted, with its end. */
  #longest: { readonly untilMs: number; readonly longestMs: number }[] = [];

  constructor() {
    this.#delays.enable();
  }

  /** What was measured since the last call. */
  take(): Holds {
    const holds = { longestMs: toHoldMs(this.#delays.max), p999Ms: toHoldMs(this.#delays.percentile(99.9)) };
    this.#count(performance.now(), holds.longestMs);
    return holds;
  }

  /** Every hold since the start, by its length. */
  counts(): DurationCounts {
    this.take();
    return this.#counts;
  }

  /** The longest hold of the last minute, or since the last call where that is longer ago. */
  longestMs(): number {
    this.take();
    return Math.max(0, ...this.#longest.map(({ longestMs }) => longestMs));
  }

  close(): void {
    this.#delays.disable();
  }

  /** Moves what was measured into the counts. */
  #count(nowMs: number, longestMs: number): void {
    const { count, mean } = this.#delays;
    this.#longest = this.#longest.filter(({ untilMs }) => untilMs > nowMs - longestKeptMs);
    if (count === 0) return;
    this.#longest.push({ untilMs: nowMs, longestMs });
    let before = 0;
    for (const [at, boundS] of holdBoundsS.entries()) {
      const within = countUpTo(this.#delays, boundS * msPerS);
      this.#counts.counts[at]! += within - before;
      before = within;
    }
    this.#counts.counts[holdBoundsS.length]! += count - before;
    this.#counts.sumMs += toHoldMs(mean) * count;
    this.#delays.reset();
  }
}

/** How many samples are holds of at most `holdMs`. The histogram only gives the sample at a percentile. */
function countUpTo(delays: ReturnType<typeof monitorEventLoopDelay>, holdMs: number): number {
  let [low, high] = [0, delays.count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (toHoldMs(delays.percentile((100 * middle) / delays.count)) <= holdMs) low = middle;
    else high = middle - 1;
  }
  return low;
}
