import { setTimeout } from 'node:timers/promises';
import type { ObjectStore } from '../port/object-store.ts';
import type { KnownHistory } from '../port/position.ts';
import { StoreUnavailable, StoreUnusable, type Trouble } from '../port/store-error.ts';
import { openRedisStore, type RedisStoreOptions } from './open.ts';
import type { ReportStore } from '../port/report-store.ts';
import { parseAddress } from './connection/address.ts';
import { reportGroupOf } from './report/report-store.ts';
import type { RedisStore } from './store.ts';

/** Time between two attempts to open the store. */
const retryMs = 500;

interface LateStoreOptions extends RedisStoreOptions {
  /** The number that the caller remembers; a database with another number is refused. */
  readonly partitions: number;
  /** The error of the first attempt to open the store. */
  readonly cause?: Error;
}

/** The members that work before the store is open. */
type Own = Pick<
  RedisStore,
  'partitions' | 'history' | 'memory' | 'reports' | 'findTrouble' | 'onChangeNotification' | 'close'
>;

/**
 * A store for a caller that starts while Redis is unavailable or unusable: every call fails with `StoreUnavailable`
 * until the store is open, which is tried in the background until `close`. A Redis that can never hold the store is
 * logged.
 */
export function openRedisStoreLater(options: LateStoreOptions): RedisStore {
  const late = new LateStore(options);
  // A proxy, because all other calls fail in the same way until the store is open.
  return passOn(
    late,
    () => late.opened,
    () => late.failure(),
  ) as RedisStore;
}

/** An object whose calls go to the target once it exists, and fail until then, except the members of `own`. */
function passOn(own: object, target: () => object | undefined, failure: () => Error): object {
  const memberOf = (name: string): unknown => Reflect.get(target() ?? {}, name);
  return new Proxy(own, {
    get(_, name) {
      // Promises read `then` of every object that they resolve to.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      if (name in own) return Reflect.get(own, name) as unknown;
      if (name === 'credentials') return passOn({}, () => memberOf(name) as object | undefined, failure);
      const member = memberOf(name);
      if (target() !== undefined && typeof member !== 'function') return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        if (target() === undefined) throw failure();
        return (memberOf(name) as (...given: readonly unknown[]) => unknown)(...args);
      };
    },
  });
}

class LateStore implements Own {
  readonly partitions: number;
  opened: RedisStore | undefined;
  readonly #options: LateStoreOptions;
  readonly #stop = new AbortController();
  readonly #opening: Promise<void>;
  readonly #isCluster: boolean;
  #lastError: Error;

  constructor(options: LateStoreOptions) {
    this.partitions = options.partitions;
    this.#options = options;
    this.#lastError = options.cause ?? new Error('Redis was away when the store was opened');
    this.#isCluster = parseAddress(options.url).kind === 'cluster';
    this.#opening = this.#openUntilDone();
  }

  /** Generation -1 is that of no open store: the caller must compare what it knows with the database. */
  get history(): KnownHistory {
    return this.opened?.history ?? { held: null, generation: -1 };
  }

  readonly memory: ObjectStore['memory'] = () =>
    this.opened?.memory() ?? this.#options.memory ?? { positions: [], pastEpochs: [], servers: [], highestIds: {} };

  readonly reports = passOn(
    {
      groupOf: (memberId: number) =>
        reportGroupOf({ partitions: this.partitions, isCluster: this.#isCluster }, memberId),
    },
    () => this.opened?.reports,
    () => this.failure(),
  ) as ReportStore;

  failure(): Error {
    return new StoreUnavailable(this.#lastError.message, { trouble: this.#trouble, cause: this.#lastError });
  }

  readonly findTrouble: ObjectStore['findTrouble'] = async () =>
    this.opened === undefined
      ? { kind: this.#trouble, message: this.#lastError.message, isClosed: true }
      : this.opened.findTrouble();

  /** A listener of a store that is not open yet is notified once it is. */
  readonly onChangeNotification: ObjectStore['onChangeNotification'] = async (listener) => {
    if (this.opened !== undefined) return this.opened.onChangeNotification(listener);
    const listening = this.#opening.then(() => this.opened?.onChangeNotification(listener));
    return async () => {
      if (this.opened !== undefined) await (await listening)?.();
    };
  };

  readonly close = async (): Promise<void> => {
    this.#stop.abort();
    await this.#opening;
    await this.opened?.close();
  };

  /** Why the last attempt to open the store failed. */
  get #trouble(): Trouble {
    const error = this.#lastError;
    return (error instanceof StoreUnavailable || error instanceof StoreUnusable ? error.trouble : undefined) ?? 'away';
  }

  async #openUntilDone(): Promise<void> {
    while (!this.#stop.signal.aborted && this.opened === undefined) {
      try {
        this.opened = await openRedisStore(this.#options);
      } catch (error) {
        this.#note(error as Error);
        await setTimeout(retryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
  }

  #note(error: Error): void {
    if (error instanceof StoreUnusable && error.message !== this.#lastError.message) {
      this.#options.log.warn(`The store stays closed: ${error.message}`);
    }
    this.#lastError = error;
  }
}
