import { setTimeout } from 'node:timers/promises';

/** Repeats some work until it is closed. The work handles its own failures and never rejects. */
export class Repetition {
  readonly #everyMs: () => number;
  readonly #work: () => Promise<void>;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  /** `everyMs`: between the end of one piece of work and the begin of the next. */
  constructor(everyMs: number | (() => number), work: () => Promise<void>) {
    this.#everyMs = typeof everyMs === 'number' ? () => everyMs : everyMs;
    this.#work = work;
  }

  /** Long work checks this between its parts. */
  get isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  /** `firstInMs`: how long to wait before the first work. */
  start(firstInMs = 0): void {
    this.#running ??= this.#run(firstInMs);
  }

  /** Resolves when no work goes on any more. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(firstInMs: number): Promise<void> {
    const { signal } = this.#stop;
    if (firstInMs > 0) await pause(firstInMs, signal);
    while (!this.isClosed) {
      await this.#work();
      await pause(this.#everyMs(), signal);
    }
  }
}

/** Resolves after a time, or as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
