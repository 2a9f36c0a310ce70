import { Unavailable } from '@auction-tiers/contract';
import { type ObjectStore, StoreUnavailable } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Work } from '../loop/job.ts';
import { Repetition } from '../loop/repetition.ts';

/** One row of the table of everything that the service does again and again by itself. */
export interface Job {
  /** Unique; also the name of its lease. */
  readonly name: string;
  /** Between the end of one run and the begin of the next. */
  readonly everyMs: number | (() => number);
  /** Before the first run; otherwise as `everyMs`. */
  readonly firstInMs?: number;
  /** Whether only one process of all hosts does it at a time: each process looks, and the one with the lease works. */
  readonly isLeased: boolean;
  /** Whether it does its work without the lease where Redis gives none, being away or full. Twice must be as once. */
  readonly needsNoLease?: boolean;
  readonly work: Work;
}

interface Parts {
  /** Null: this process has no store, and none of its jobs is leased. */
  readonly store: Pick<ObjectStore, 'heads' | 'tryLease'> | null;
  readonly log: Pick<Logger, 'debug' | 'error'>;
}

/** Runs the jobs of a table, each by itself, until it is closed. */
export class Jobs {
  readonly #parts: Parts;
  readonly #table: readonly Job[];
  readonly #repetitions: readonly Repetition[];
  /** The latest run of each job, by name: a process does one at a time. */
  readonly #latest = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(parts: Parts, table: readonly Job[]) {
    this.#parts = parts;
    this.#table = table;
    this.#repetitions = table.map((job) => new Repetition(job.everyMs, () => this.#runNext(job, false)));
  }

  start(): void {
    for (const [at, { everyMs, firstInMs }] of this.#table.entries()) {
      this.#repetitions[at]!.start(firstInMs ?? (typeof everyMs === 'number' ? everyMs : everyMs()));
    }
  }

  /** Runs a job once now, after a run that goes on. Never rejects. Throws a TypeError for a name that is not in the table. */
  run(name: string): Promise<void> {
    const job = this.#table.find((one) => one.name === name);
    if (job === undefined) throw new TypeError(`No job is named ${name}.`);
    return this.#runNext(job, true);
  }

  /** Resolves when no job runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#repetitions.map((repetition) => repetition.close()));
    await Promise.all(this.#latest.values());
  }

  #runNext(job: Job, isAsked: boolean): Promise<void> {
    const next = (this.#latest.get(job.name) ?? Promise.resolve()).then(() => this.#runOnce(job, isAsked));
    this.#latest.set(job.name, next);
    return next;
  }

  async #runOnce({ name, isLeased, needsNoLease = false, work }: Job, isAsked: boolean): Promise<void> {
    const { store } = this.#parts;
    const tell = (error: unknown, id?: number) => {
      // An outage of the store is logged once, by its watch.
      const level = error instanceof Unavailable ? 'debug' : 'error';
      this.#parts.log[level]({ error, job: name, id }, 'a job failed; it is tried again');
    };
    const isOver = () => this.#isClosed;
    const run = () =>
      work.run({
        get isOver() {
          return isOver();
        },
        isAsked,
        tell,
      });
    try {
      if (work.isDue?.() === false) return;
      if (!isLeased || store === null) return await run();
      let hasBegun = false;
      const leased = () => {
        hasBegun = true;
        return run();
      };
      try {
        // Fails where another database has replaced the known one: no lease may be written to that.
        await store.heads();
        await store.tryLease(name, leased);
      } catch (error) {
        const mayBegin = needsNoLease && !hasBegun && error instanceof StoreUnavailable;
        if (!mayBegin || error.trouble === 'other_database') throw error;
        await run();
      }
    } catch (error) {
      if (work.failed === undefined) tell(error);
      else work.failed(error);
    }
  }
}
