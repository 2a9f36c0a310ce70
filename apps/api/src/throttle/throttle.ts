import { setTimeout } from 'node:timers/promises';
import { type Caller, ServiceError } from '@auction-tiers/contract';
import { type Client, createRedisClient } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisWatch } from '../readiness/redis-watch.ts';

/** A start waits this long for the connection, so that its first calls are counted. */
const openTimeoutMs = 2000;

/** Counting must not hold up what it counts: a Redis that takes longer counts as away. */
const timeouts = { connectMs: 2000, commandMs: 250 };

/** Requests are counted separately by kind. */
type Kind = 'read' | 'write' | 'auction';

/** Requests of each kind that a user may make in a window; 0: no limit. */
type Limits = Readonly<Record<Kind, number>>;

/** What a user has used of a limit, this request included. */
export interface Usage {
  readonly kind: Kind;
  readonly count: number;
  readonly limits: Limits;
  readonly windowS: number;
  /** Why this call is not answered; null when it is. */
  readonly refusal: ServiceError | null;
}

interface ThrottleOptions {
  readonly url: string;
  readonly limits: Limits;
  /** How long calls are counted together. */
  readonly windowS: number;
  readonly redisWatch: Pick<RedisWatch, 'check'>;
  readonly log: Logger;
}

/** Counts the calls of every user in Redis, so that a limit holds across replicas. */
export class Throttle {
  readonly #client: Client | null;
  readonly #limiters: ReadonlyMap<Kind, RateLimiterRedis>;
  readonly limits: Limits;
  readonly #windowS: number;
  readonly #redisWatch: Pick<RedisWatch, 'check'>;
  readonly #log: Logger;
  #isAway = false;

  constructor({ url, limits, windowS, redisWatch, log }: ThrottleOptions) {
    const kinds = (['read', 'write', 'auction'] as const).filter((kind) => limits[kind] > 0);
    const client = kinds.length === 0 ? null : createRedisClient(url, timeouts);
    client?.on('error', (error: Error) => log.debug({ error }, 'the connection that counts calls failed'));
    this.#client = client;
    this.#limiters = new Map(
      kinds.map((kind) => [
        kind,
        new RateLimiterRedis({
          storeClient: client,
          rejectIfRedisNotReady: true,
          keyPrefix: `at:throttle:${kind}`,
          points: limits[kind],
          duration: windowS,
        }),
      ]),
    );
    this.limits = limits;
    this.#windowS = windowS;
    this.#redisWatch = redisWatch;
    this.#log = log;
  }

  /** Connects. A Redis that is away is tried again in the background: nothing waits for it. */
  async open(): Promise<void> {
    if (this.#client === null) return;
    const opened = new AbortController();
    const connecting = this.#client
      .connect()
      .catch((error: unknown) => this.#noteAway(error))
      .finally(() => opened.abort());
    const tooLate = setTimeout(openTimeoutMs, undefined, { signal: opened.signal }).catch(() => undefined);
    await Promise.race([connecting, tooLate]);
  }

  close(): void {
    this.#client?.disconnect();
  }

  /**
   * Counts calls and gives what their caller has used up, with a refusal where that is more than allowed. Null where
   * nothing is counted: a kind without a limit, a caller without a name, or a Redis that is away. The last goes on
   * because what needs the store fails by itself then, and the rest must not.
   */
  async take(caller: Caller | ServiceError, kind: Kind, calls = 1): Promise<Usage | null> {
    const limiter = this.#limiters.get(kind);
    if (limiter === undefined || caller instanceof ServiceError || calls === 0) return null;
    try {
      const taken = await limiter.consume(caller.userId, calls);
      this.#isAway = false;
      return this.#toUsage(kind, taken.consumedPoints, null);
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) {
        this.#isAway = false;
        return this.#toUsage(kind, thrown.consumedPoints, this.#toRefusal(kind, calls, thrown));
      }
      this.#noteAway(thrown);
      return null;
    }
  }

  #toUsage(kind: Kind, count: number, refusal: ServiceError | null): Usage {
    return { kind, count, limits: this.limits, windowS: this.#windowS, refusal };
  }

  #toRefusal(kind: Kind, calls: number, { consumedPoints, msBeforeNext }: RateLimiterRes): ServiceError {
    const retryAfterS = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const allowed = `${consumedPoints} ${kind} calls, allowed: ${this.limits[kind]} per ${this.#windowS} seconds`;
    const advice =
      calls > this.limits[kind]
        ? `a batch of ${calls} is never allowed, send smaller ones`
        : `try again in ${retryAfterS} second${retryAfterS === 1 ? '' : 's'}`;
    return new ServiceError('rate_exceeded', `you have made ${allowed}; ${advice}`, { retryAfterS });
  }

  #noteAway(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    void this.#tellAway(error);
  }

  /** Where Redis is away or full for the whole service, its watch says so. */
  async #tellAway(error: unknown): Promise<void> {
    const trouble = await this.#redisWatch.check();
    if (trouble === null) this.#log.warn({ error }, 'calls are not counted: the connection that counts them failed');
  }
}

/** The limits that a caller of this kind should know of. An auction is neither a read nor a write. */
const shownKinds = ({ kind, limits }: Usage): readonly Kind[] =>
  (kind === 'auction' ? (['auction'] as const) : (['read', 'write'] as const)).filter((one) => limits[one] > 0);

/** A usage as headers of an answer, for REST and tRPC. */
export function toUsageHeaders(usage: Usage): Map<string, string> {
  const { kind, count, limits, refusal } = usage;
  const headers = new Map([[`x-count-${kind}`, String(count)]]);
  for (const one of shownKinds(usage)) headers.set(`x-ratelimit-${one}`, String(limits[one]));
  if (refusal !== null) headers.set('x-ratelimit-count', String(count));
  return headers;
}

/** The same as parts of `dbg_info`. */
export function toUsageDebug(usage: Usage): Readonly<Record<string, number>> {
  const { kind, count, limits, windowS } = usage;
  const shown = shownKinds(usage).flatMap((one) => [
    [`${one}_limit`, limits[one]],
    [`${one}_limit_seconds`, windowS],
  ]);
  return { [`${kind}s`]: count, ...(Object.fromEntries(shown) as Record<string, number>) };
}
