import type { IncomingMessage } from 'node:http';
import { maxBodyMs } from '../rest/body.ts';

/**
 * Cuts requests off whose bodies do not arrive in time, as `limitBodyTime` does, by one timer for all of them: nearly all
 * bodies are there at once, and a timer for each would cost more than reading it.
 */
export class BodyDeadlines {
  /** When each body began, the oldest first. */
  readonly #begunMs = new Map<IncomingMessage, number>();
  #isWatched = false;

  begin(request: IncomingMessage): void {
    this.#begunMs.set(request, performance.now());
    if (!this.#isWatched) this.#watch(maxBodyMs);
  }

  end(request: IncomingMessage): void {
    this.#begunMs.delete(request);
  }

  #watch(forMs: number): void {
    this.#isWatched = true;
    // What is under way keeps the process alive by itself.
    setTimeout(() => this.#cutOff(), forMs).unref();
  }

  #cutOff(): void {
    this.#isWatched = false;
    const nowMs = performance.now();
    for (const [request, begunMs] of this.#begunMs) {
      if (begunMs + maxBodyMs > nowMs && !request.destroyed) {
        this.#watch(begunMs + maxBodyMs - nowMs);
        return;
      }
      this.#begunMs.delete(request);
      request.destroy();
    }
  }
}
