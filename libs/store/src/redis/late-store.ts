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
  /** As the caller remembers it; a database that was set up with another number is refused. */
  readonly partitions: number;
  /** Why the store could not be opened before. */
  readonly cause?: Error;
}

/** What a store answers itself while it is not open yet. */
type Own = Pick<
  RedisStore,
  'partitions' | 'history' | 'memory' | 'reports' | 'findTrouble' | 'onChangeNotification' | 'close'
>;

/**
 * A store for a caller that starts while Redis is away, or cannot be used as it is: every call fails as `StoreUnavailable`
 * until the store could be opened, which is tried in the background until `close`. A Redis that can never hold it is
 * reported to the log.
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

/** An object whose calls go to the target once there is one, and fail until then, except calls of `own`. */
function passOn(own: object, target: () => object | undefined, failure: () => Error): object {
  const memberOf = (name: string): unknown => Reflect.get(target() ?? {}, name);
  return new Proxy(own, {
    get(_, name) {
      // A promise asks every object that it is given for `then`.
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

  /** The generation is one that no open store has: what the caller knows must be compared with the database. */
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

  /** What kept it from being opened when that was last tried. */
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
