import { type Caller, ServiceError } from '@auction-tiers/contract';
import { type Client, createRedisClient, type ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { pause } from '../loop/repetition.ts';
import type { RefusedRights } from '../readiness/refused-rights.ts';
import type { RedisWatch } from '../readiness/redis-watch.ts';

/** A start waits this long for the connection, so that its first calls are counted. */
const openTimeoutMs = 2000;

const connectMs = 2000;
/** Counting must not delay the requests that it counts: a Redis that takes longer counts as away. */
const usualCommandMs = 250;

/** Time after which counting is tried again when Redis has refused the right to count. */
const refusedMs = 20_000;

/** Requests are counted separately by kind. */
type Kind = 'read' | 'write' | 'auction';
/** The kinds of requests, bytes that a member writes, and candidate entries of a user's auctions. */
type Counted = Kind | 'bytes' | 'work';
const countedKinds = ['read', 'write', 'auction', 'bytes', 'work'] as const satisfies readonly Counted[];

/** What is allowed in a window, by what is counted; 0: no limit. */
type Limits = Readonly<Record<Counted, number>>;

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
  /** How long a call waits for being counted. */
  readonly commandMs?: number | undefined;
  readonly redisWatch: Pick<RedisWatch, 'check'>;
  readonly refusedRights: RefusedRights;
  /** Nothing may be written to Redis while the store is held. */
  readonly store: Pick<ObjectStore, 'history'>;
  readonly log: Logger;
}

/** Counts the calls of every user in Redis, so that a limit holds across replicas. */
export class Throttle {
  readonly #client: Client | null;
  readonly #limiters: ReadonlyMap<Counted, RateLimiterRedis>;
  readonly limits: Limits;
  /** How often a request was refused for a limit, by what was counted; `login`: for passwords that were wrong too often. */
  readonly refusals: Record<Counted | 'login', number> = { read: 0, write: 0, auction: 0, bytes: 0, work: 0, login: 0 };
  readonly #windowS: number;
  readonly #redisWatch: Pick<RedisWatch, 'check'>;
  readonly #refusedRights: RefusedRights;
  readonly #store: ThrottleOptions['store'];
  readonly #log: Logger;
  #isAway = false;
  /** Nothing is counted before this time: Redis has refused to. */
  #countsFromMs = 0;

  constructor(options: ThrottleOptions) {
    const { url, limits, windowS, commandMs = usualCommandMs, redisWatch, refusedRights, store, log } = options;
    const kinds = countedKinds.filter((kind) => limits[kind] > 0);
    const client = kinds.length === 0 ? null : createRedisClient(url, { connectMs, commandMs });
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
    this.#refusedRights = refusedRights;
    this.#store = store;
    this.#log = log;
  }

  /** Connects. Where Redis is away, connecting goes on in the background: no request waits for it. */
  async open(): Promise<void> {
    if (this.#client === null) return;
    const opened = new AbortController();
    const connecting = this.#client
      .connect()
      .catch((error: unknown) => this.#noteAway(error))
      .finally(() => opened.abort());
    const tooLate = pause(openTimeoutMs, opened.signal);
    await Promise.race([connecting, tooLate]);
  }

  close(): void {
    this.#client?.disconnect();
  }

  /**
   * Counts calls and returns what their caller has used up, with a refusal where that is more than allowed. Null where
   * nothing is counted: a kind without a limit, a caller without a name, or a Redis that is away. With Redis away
   * requests go on: those that need the store fail by themselves, and the others must not.
   */
  async take(caller: Caller | ServiceError, kind: Kind, calls = 1): Promise<Usage | null> {
    if (caller instanceof ServiceError) return null;
    const taken = await this.#consume(kind, caller.userId, calls);
    return taken && this.#toUsage(kind, taken.count, taken.refusal);
  }

  /** Counts bytes that a member is about to write; gives the error where they are too many. */
  async takeBytes(memberId: number, bytes: number): Promise<ServiceError | null> {
    return (await this.#consume('bytes', memberId, bytes))?.refusal ?? null;
  }

  /** Counts the work of auctions that are about to be decided; gives the error where it is too much. */
  async takeWork(caller: Caller, work: number): Promise<ServiceError | null> {
    return (await this.#consume('work', caller.userId, work))?.refusal ?? null;
  }

  async #consume(
    kind: Counted,
    id: number,
    points: number,
  ): Promise<{ readonly count: number; readonly refusal: ServiceError | null } | null> {
    const limiter = this.#limiters.get(kind);
    if (limiter === undefined || points === 0 || this.#store.history.held !== null) return null;
    if (performance.now() < this.#countsFromMs) return null;
    try {
      const { consumedPoints: count } = await limiter.consume(id, points);
      this.#isAway = false;
      return { count, refusal: null };
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) {
        this.#isAway = false;
        return { count: thrown.consumedPoints, refusal: this.#toRefusal(kind, points, thrown) };
      }
      this.#noteAway(thrown);
      return null;
    }
  }

  #toUsage(kind: Kind, count: number, refusal: ServiceError | null): Usage {
    return { kind, count, limits: this.limits, windowS: this.#windowS, refusal };
  }

  #toRefusal(kind: Counted, points: number, { consumedPoints, msBeforeNext }: RateLimiterRes): ServiceError {
    this.refusals[kind]++;
    const retryAfterS = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const [made, batch] = wordsOf(kind, consumedPoints, points);
    const allowed = `${made}, allowed: ${this.limits[kind]} per ${this.#windowS} seconds`;
    const advice =
      points > this.limits[kind]
        ? `${batch} is never allowed, send smaller ones`
        : `try again in ${retryAfterS} second${retryAfterS === 1 ? '' : 's'}`;
    return new ServiceError('rate_exceeded', `${allowed}; ${advice}`, { retryAfterS });
  }

  #noteAway(error: unknown): void {
    if (this.#refusedRights.note(error)) this.#countsFromMs = performance.now() + refusedMs;
    if (this.#isAway) return;
    this.#isAway = true;
    void this.#tellAway(error);
  }

  /** Logs the failure unless Redis is away or full for the whole service, which its watch logs. */
  async #tellAway(error: unknown): Promise<void> {
    const trouble = await this.#redisWatch.check();
    if (trouble === null) this.#log.warn({ error }, 'calls are not counted: the connection that counts them failed');
  }
}

/** What a caller has used of a limit, and what it asked for, in words. */
function wordsOf(kind: Counted, used: number, asked: number): readonly [string, string] {
  if (kind === 'bytes') return [`your member has written ${used} bytes with this`, `a write of ${asked} bytes`];
  if (kind === 'work') return [`your auctions have looked at ${used} tiers with this`, `a request for ${asked}`];
  return [`you have made ${used} ${kind} calls`, `a batch of ${asked}`];
}

/** The limits that are shown with a kind of request. An auction is neither a read nor a write. */
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

/** A usage as parts of `dbg_info`. */
export function toUsageDebug(usage: Usage): Readonly<Record<string, number>> {
  const { kind, count, limits, windowS } = usage;
  const shown = shownKinds(usage).flatMap((one) => [
    [`${one}_limit`, limits[one]],
    [`${one}_limit_seconds`, windowS],
  ]);
  return { [`${kind}s`]: count, ...(Object.fromEntries(shown) as Record<string, number>) };
}
