import type { IncomingMessage } from 'node:http';
import { maxBodyMs } from './body.ts';

/** How often requests that were destroyed are removed. */
const sweepMs = 1000;

/**
 * Destroys requests whose bodies do not arrive in time, as `limitBodyTime` does, by one timer for all of them: nearly all
 * bodies arrive at once, and a timer for each would cost more than reading it.
 */
export class BodyDeadlines {
  /** When each body began, the oldest first. */
  readonly #begunMs = new Map<IncomingMessage, number>();
  #isWatched = false;

  begin(request: IncomingMessage): void {
    this.#begunMs.set(request, performance.now());
    if (!this.#isWatched) this.#watch(sweepMs);
  }

  end(request: IncomingMessage): void {
    this.#begunMs.delete(request);
  }

  #watch(forMs: number): void {
    this.#isWatched = true;
    // Open requests keep the process alive; this timer need not.
    setTimeout(() => this.#sweep(), forMs).unref();
  }

  #sweep(): void {
    this.#isWatched = false;
    const nowMs = performance.now();
    let nextMs = sweepMs;
    for (const [request, begunMs] of this.#begunMs) {
      const leftMs = begunMs + maxBodyMs - nowMs;
      if (leftMs <= 0) request.destroy();
      if (request.destroyed) this.#begunMs.delete(request);
      else nextMs = Math.min(nextMs, leftMs);
    }
    if (this.#begunMs.size > 0) this.#watch(nextMs);
  }
}

/** Calls back with the whole body; not at all where it does not arrive in time, or the client disconnects before. */
export function readPlainBody(request: IncomingMessage, deadlines: BodyDeadlines, done: (body: Buffer) => void): void {
  let first: Buffer | undefined;
  let chunks: Buffer[] | undefined;
  deadlines.begin(request);
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (chunks ??= [first]).push(chunk);
  });
  request.on('end', () => {
    deadlines.end(request);
    done(chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks));
  });
}
