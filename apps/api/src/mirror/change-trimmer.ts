import type { ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';

/** The retention clock, which stands in a floor above. */
interface Clock {
  readonly epochMs: () => number;
  readonly mayRemove: () => boolean;
}

/** How often a process looks for changes that are too old. */
const everyMs = 60 * 60 * 1000;
/** How often while there is no change: a database that is new, or was away at the start, soon has its first. */
const untilKnownMs = 1000;
const dayMs = 24 * everyMs;
/** The newest changes of a partition, which stay however old they are. */
const keptNewest = 10_000;
/** Changes that are removed at once: the store does nothing else meanwhile. */
const mostAtOnce = 100;

/** What only tests change. */
interface Limits {
  readonly keptNewest: number;
  readonly mostAtOnce: number;
}

/** Removes changes that are older than `CHANGE_LOG_DAYS` from the change log, once an hour. */
export class ChangeTrimmer {
  readonly #store: Pick<ObjectStore, 'trimChanges' | 'partitions'>;
  readonly #clock: Clock;
  readonly #days: number;
  readonly #log: Logger;
  readonly #limits: Limits;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #oldestMs: number | null = null;

  /** `days`: 0 keeps all changes. */
  constructor(
    store: Pick<ObjectStore, 'trimChanges' | 'partitions'>,
    clock: Clock,
    days: number,
    log: Logger,
    limits: Limits = { keptNewest, mostAtOnce },
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#days = days;
    this.#log = log;
    this.#limits = limits;
  }

  /** The time of the oldest change that is kept, milliseconds since the epoch; null: there is none, or it is not known yet. */
  get oldestMs(): number | null {
    return this.#oldestMs;
  }

  start(): void {
    void this.#runQuietly();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Removes what is too old now, in small steps. Rejects when the store is away. */
  async run(): Promise<void> {
    const isKept = this.#days === 0 || !this.#clock.mayRemove();
    const beforeMs = isKept ? 0 : this.#clock.epochMs() - this.#days * dayMs;
    let oldestMs: number | null = null;
    for (let partition = 0; partition < this.#store.partitions; partition++) {
      const oldest = await this.#trim(partition, beforeMs);
      if (oldest !== null) oldestMs = Math.min(oldest, oldestMs ?? oldest);
    }
    this.#oldestMs = oldestMs;
  }

  async #trim(partition: number, beforeMs: number): Promise<number | null> {
    const limits = { beforeMs, keptNewest: this.#limits.keptNewest, most: this.#limits.mostAtOnce };
    for (;;) {
      const { removed, oldestMs } = await this.#store.trimChanges(partition, limits);
      if (removed < limits.most || this.#isClosed) return oldestMs;
    }
  }

  async #runQuietly(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.#log.debug({ error }, 'could not trim the change log; trying again later');
    }
    if (this.#isClosed) return;
    const waitMs = this.#oldestMs === null ? untilKnownMs : everyMs;
    this.#timer = setTimeout(() => void this.#runQuietly(), waitMs).unref();
  }
}
