import { setTimeout } from 'node:timers/promises';
import { ServiceError } from '@auction-tiers/contract';
import { type Client, createRedisClient, type Idempotency, type ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';

/** An answer comes again for this long. */
const keptMs = 600_000;
/** The most answers that a process keeps, and the most bytes of them; the oldest go first. */
const [mostKeys, mostBytes] = [100_000, 64 * 1024 * 1024];
/** What an answer takes beside its text. */
const bytesPerKey = 400;

/** A Redis that takes longer counts as away. */
const timeouts = { connectMs: 2000, commandMs: 250 };
/** A process that has not answered by then has ended: another one may decide. */
const claimMs = 15_000;
/** How often a process asks for the answer that another one is making. */
const askMs = 20;
const retryAfterS = 1;

interface Kept {
  readonly fingerprint: string;
  readonly text: string;
  readonly untilMs: number;
}

interface Parts {
  readonly url: string;
  readonly clock: Pick<Clock, 'epochMs'>;
  /** Nothing may be written to Redis while the store is held. */
  readonly store: Pick<ObjectStore, 'history'>;
  readonly log: Logger;
}

/**
 * Answers of requests with an idempotency key that write no stored object, so that the same request sent again gets the
 * same answer and is done once. Kept in this process, and in Redis for all others; with Redis away, this process's own
 * memory decides.
 */
export class RepeatedAnswers {
  readonly #parts: Parts;
  /** By key, the oldest first. */
  readonly #kept = new Map<string, Kept>();
  /** What is being answered. */
  readonly #going = new Map<string, { readonly fingerprint: string; readonly text: Promise<string> }>();
  #bytes = 0;
  #client: Client | undefined;
  #connecting: Promise<unknown> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  close(): void {
    this.#client?.disconnect();
  }

  /** How many answers this process keeps. */
  get size(): number {
    return this.#kept.size;
  }

  /**
   * What `make` gives, or what it gave when the same request came before. Throws where the key was used for another
   * request. `onRepeat` is called for an earlier answer. A request that fails may be sent again under its key.
   */
  async once<Answer extends object>(
    { key, fingerprint }: Idempotency,
    make: () => Promise<Answer>,
    onRepeat: () => void,
  ): Promise<Answer> {
    const earlier = this.#find(key) ?? this.#going.get(key);
    if (earlier !== undefined) {
      requireSame(earlier.fingerprint, fingerprint);
      onRepeat();
      return JSON.parse(await earlier.text) as Answer;
    }
    let made: Answer | undefined;
    const text = this.#textOf({ key, fingerprint }, async () => JSON.stringify((made = await make())));
    this.#going.set(key, { fingerprint, text });
    try {
      const answered = await text;
      if (made !== undefined) return made;
      onRepeat();
      return JSON.parse(answered) as Answer;
    } finally {
      this.#going.delete(key);
    }
  }

  async #textOf({ key, fingerprint }: Idempotency, make: () => Promise<string>): Promise<string> {
    const name = `at:answer:${key}`;
    const client = await this.#readyClient();
    const found = client && (await this.#claim(client, name, fingerprint));
    if (typeof found === 'string') return this.#keep(key, fingerprint, found);
    const isOurs = found === true;
    let text: string;
    try {
      text = await make();
    } catch (error) {
      if (isOurs) await this.#tell(client?.del(name));
      throw error;
    }
    this.#keep(key, fingerprint, text);
    if (isOurs) await this.#tell(client?.set(name, valueOf(fingerprint, text), 'PX', keptMs));
    return text;
  }

  /** Whether this process is to answer: true; undefined where Redis is away; or the text of the answer that there is. */
  async #claim(client: Client, name: string, fingerprint: string): Promise<true | string | undefined> {
    const untilMs = performance.now() + claimMs;
    while (performance.now() < untilMs) {
      let value: string | null;
      try {
        if ((await client.set(name, valueOf(fingerprint, ''), 'PX', claimMs, 'NX')) === 'OK') return true;
        value = await client.get(name);
      } catch (error) {
        this.#noteAway(error);
        return undefined;
      }
      if (value !== null) {
        const at = value.indexOf(' ');
        requireSame(value.slice(0, at), fingerprint);
        if (at + 1 < value.length) return value.slice(at + 1);
        await setTimeout(askMs);
      }
    }
    const message = 'the same request is being answered elsewhere; send it again';
    throw new ServiceError('unavailable', message, { retryAfterS });
  }

  async #tell(said: Promise<unknown> | undefined): Promise<void> {
    try {
      await said;
    } catch (error) {
      this.#noteAway(error);
    }
  }

  /** The connection, opened at the first key; undefined while Redis is away. */
  async #readyClient(): Promise<Client | undefined> {
    const { url, store, log } = this.#parts;
    if (store.history.held !== null) return undefined;
    if (this.#client === undefined) {
      this.#client = createRedisClient(url, timeouts);
      this.#client.on('error', (error: Error) => log.debug({ error }, 'the connection that keeps answers failed'));
      this.#connecting = this.#client.connect().catch((error: unknown) => this.#noteAway(error));
    }
    await this.#connecting;
    return this.#client.status === 'ready' ? this.#client : undefined;
  }

  #noteAway(error: unknown): void {
    this.#parts.log.warn({ error }, 'Redis does not keep answers: idempotency keys hold within this process only');
  }

  #find(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.untilMs > this.#parts.clock.epochMs()) return kept;
    this.#drop(key, kept);
    return undefined;
  }

  #keep(key: string, fingerprint: string, text: string): string {
    const nowMs = this.#parts.clock.epochMs();
    const earlier = this.#kept.get(key);
    if (earlier !== undefined) this.#drop(key, earlier);
    this.#kept.set(key, { fingerprint, text, untilMs: nowMs + keptMs });
    this.#bytes += bytesOf(text);
    for (const [oldest, kept] of this.#kept) {
      const isOver = this.#kept.size > mostKeys || this.#bytes > mostBytes;
      if (!isOver && kept.untilMs > nowMs) break;
      this.#drop(oldest, kept);
    }
    return text;
  }

  #drop(key: string, { text }: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= bytesOf(text);
  }
}

/** What Redis holds: the fingerprint of the request, a space and the answer, empty while it is being made. */
const valueOf = (fingerprint: string, text: string): string => `${fingerprint} ${text}`;

const bytesOf = (text: string): number => Buffer.byteLength(text) + bytesPerKey;

/** Throws where a key was used for another request. */
function requireSame(used: string, fingerprint: string): void {
  if (used === fingerprint) return;
  throw reusedKey();
}

export const reusedKey = (): ServiceError =>
  new ServiceError('key_reused', 'the Idempotency-Key was used for another request; take a new one for this one');
