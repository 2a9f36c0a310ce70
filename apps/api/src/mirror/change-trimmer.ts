import type { ObjectStore } from '@auction-tiers/store';
import type { JobRun, Work } from '../loop/job.ts';

/** The retention clock, which stands in a floor above. */
interface Clock {
  readonly epochMs: () => number;
  readonly mayRemove: () => boolean;
}

const dayMs = 24 * 60 * 60 * 1000;
/** The newest changes of a partition, which stay however old they are. */
const keptNewest = 10_000;
/** Changes that are removed at once: the store does nothing else meanwhile. */
const mostAtOnce = 100;

/** What only tests change. */
interface Limits {
  readonly keptNewest: number;
  readonly mostAtOnce: number;
}

/** Removes changes that are older than `CHANGE_LOG_DAYS` from the change log. */
export class ChangeTrimmer implements Work {
  readonly #store: Pick<ObjectStore, 'trimChanges' | 'partitions'>;
  readonly #clock: Clock;
  readonly #days: number;
  readonly #limits: Limits;
  #oldestMs: number | null = null;

  /** `days`: 0 keeps all changes. */
  constructor(
    store: Pick<ObjectStore, 'trimChanges' | 'partitions'>,
    clock: Clock,
    days: number,
    limits: Limits = { keptNewest, mostAtOnce },
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#days = days;
    this.#limits = limits;
  }

  /** The time of the oldest change that is kept, milliseconds since the epoch; null: there is none, or it is not known yet. */
  get oldestMs(): number | null {
    return this.#oldestMs;
  }

  /** Removes what is too old now, in small steps. Rejects when the store is away. */
  async run(run: Pick<JobRun, 'isOver'>): Promise<void> {
    const isKept = this.#days === 0 || !this.#clock.mayRemove();
    const beforeMs = isKept ? 0 : this.#clock.epochMs() - this.#days * dayMs;
    let oldestMs: number | null = null;
    for (let partition = 0; partition < this.#store.partitions; partition++) {
      const oldest = await this.#trim(run, partition, beforeMs);
      if (oldest !== null) oldestMs = Math.min(oldest, oldestMs ?? oldest);
    }
    this.#oldestMs = oldestMs;
  }

  async #trim(run: Pick<JobRun, 'isOver'>, partition: number, beforeMs: number): Promise<number | null> {
    const limits = { beforeMs, keptNewest: this.#limits.keptNewest, most: this.#limits.mostAtOnce };
    for (;;) {
      const { removed, oldestMs } = await this.#store.trimChanges(partition, limits);
      if (removed < limits.most || run.isOver) return oldestMs;
    }
  }
}
