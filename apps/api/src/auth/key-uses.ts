import type { ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';

/** A key in use is noted this often by each process: enough for people who look for keys that nobody uses. */
const noteEveryMs = 60 * 60 * 1000;
/** Keys remembered as noted; the oldest goes first, and is noted again. */
const maxRemembered = 10_000;

interface KeyUsesParts {
  readonly store: Pick<ObjectStore, 'credentials'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Notes in the store when API keys are used. Requests do not wait for it: auctions look a key up in the background. */
export class KeyUses {
  readonly #parts: KeyUsesParts;
  /** By the SHA-256 of a key: when it was noted, by the clock's elapsed time. */
  readonly #notedMs = new Map<string, number>();

  constructor(parts: KeyUsesParts) {
    this.#parts = parts;
  }

  note(sha256: string): void {
    const { store, clock, log } = this.#parts;
    const nowMs = clock.elapsedMs();
    const notedMs = this.#notedMs.get(sha256);
    if (notedMs !== undefined && nowMs >= notedMs && nowMs < notedMs + noteEveryMs) return;
    this.#notedMs.delete(sha256);
    this.#notedMs.set(sha256, nowMs);
    const [oldest] = this.#notedMs.keys();
    if (this.#notedMs.size > maxRemembered && oldest !== undefined) this.#notedMs.delete(oldest);
    store.credentials.noteKeyUse(sha256, clock.epochMs()).catch((error: unknown) => {
      this.#notedMs.delete(sha256);
      log.debug({ error }, 'could not note the use of a key; its next look-up tries again');
    });
  }
}
