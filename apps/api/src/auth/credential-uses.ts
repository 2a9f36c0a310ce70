import type { ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Credential } from './look-up.ts';
import { fullTtlMs } from './token-life.ts';

/** Each process records the use of a key this often: enough for people who look for unused keys. */
const noteEveryMs = 60 * 60 * 1000;

interface UsesParts {
  readonly store: Pick<ObjectStore, 'credentials'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The uses of credentials that this process has seen, until it records them for the other processes. */
export class CredentialUses {
  readonly #parts: UsesParts;
  /** Hashes of the tokens and keys used since the last recording. */
  #tokens = new Set<string>();
  #keys = new Set<string>();
  readonly #notedKeys = new Set<string>();
  #notedSinceMs = Number.NEGATIVE_INFINITY;

  constructor(parts: UsesParts) {
    this.#parts = parts;
  }

  add(kind: Credential['kind'], hash: string): void {
    (kind === 'key' ? this.#keys : this.#tokens).add(hash);
  }

  /**
   * Records the uses since the last call: every use of a token, and of a key one per hour. Returns the hashes of tokens
   * that the store no longer has. Never rejects: a use that could not be recorded is recorded later.
   */
  async record(): Promise<readonly string[]> {
    const { store, clock, log } = this.#parts;
    this.#forgetNoted(clock.elapsedMs());
    const tokens = this.#tokens;
    const keys = [...this.#keys].filter((hash) => !this.#notedKeys.has(hash));
    [this.#tokens, this.#keys] = [new Set(), new Set()];
    const ended: string[] = [];
    const renew = async (hash: string) => {
      if (!(await store.credentials.touchToken(hash, fullTtlMs))) ended.push(hash);
    };
    const note = async (hash: string) => {
      await store.credentials.noteKeyUse(hash, clock.epochMs());
      this.#notedKeys.add(hash);
    };
    const orAgain = async (kind: Credential['kind'], hash: string, recording: Promise<void>) => {
      try {
        await recording;
      } catch (error) {
        this.add(kind, hash);
        log.debug({ error }, 'could not record the use of a credential; trying again');
      }
    };
    await Promise.all([
      ...Array.from(tokens, (hash) => orAgain('token', hash, renew(hash))),
      ...keys.map((hash) => orAgain('key', hash, note(hash))),
    ]);
    return ended;
  }

  #forgetNoted(nowMs: number): void {
    if (nowMs >= this.#notedSinceMs && nowMs < this.#notedSinceMs + noteEveryMs) return;
    this.#notedKeys.clear();
    this.#notedSinceMs = nowMs;
  }
}
