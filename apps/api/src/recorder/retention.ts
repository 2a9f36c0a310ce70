import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { RetentionClock } from '../auth/clock.ts';
import type { Work } from '../loop/job.ts';
import type { Settings } from '../settings/settings.ts';
import type { Bounds, Swept, Timezones } from './sweep.ts';

const mebibyte = 1024 * 1024;

export interface SweepThreadData {
  readonly dataDir: string;
  readonly bounds: Bounds;
  readonly nowMs: number;
}

/** Removes recorded auctions that are too old or too many from a data folder; one process of the folder does it. */
export class Retention implements Work {
  readonly #clock: RetentionClock;
  readonly #data: Omit<SweepThreadData, 'nowMs'>;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #timezones: () => Timezones | undefined;
  #isTold = false;

  /** `timezones`: those of the members, where this process knows them. */
  constructor(
    clock: RetentionClock,
    settings: Pick<Settings, 'DATA_DIR' | 'RECORD_DAYS' | 'RECORD_MAX_MB'>,
    log: Pick<Logger, 'info' | 'warn'>,
    timezones: () => Timezones | undefined = () => undefined,
  ) {
    const { DATA_DIR: dataDir, RECORD_DAYS: days, RECORD_MAX_MB: mebibytes } = settings;
    this.#clock = clock;
    this.#data = { dataDir, bounds: { days, bytes: mebibytes * mebibyte } };
    this.#log = log;
    this.#timezones = timezones;
  }

  /** Not while the clocks disagree. */
  isDue(): boolean {
    return this.#clock.mayRemove();
  }

  /**
   * Sweeps once; the process may end meanwhile: the next sweep completes this one. Never rejects: problems are logged once,
   * until a sweep has none.
   */
  async run(): Promise<void> {
    const thread = new Worker(new URL(`./sweep-thread${extname(import.meta.url)}`, import.meta.url), {
      workerData: {
        dataDir: this.#data.dataDir,
        bounds: { ...this.#data.bounds, timezones: this.#timezones() },
        nowMs: this.#clock.epochMs(),
      } satisfies SweepThreadData,
    });
    thread.unref();
    try {
      const [swept] = (await once(thread, 'message')) as [Swept];
      this.#tell(swept);
    } catch (error) {
      this.#warn([error instanceof Error ? error.message : String(error)]);
    }
  }

  #tell({ problems, ...done }: Swept): void {
    if (done.removedFiles > 0) this.#log.info(done, 'the oldest recorded auctions were removed');
    if (problems.length > 0) this.#warn(problems);
    else this.#isTold = false;
  }

  #warn(problems: readonly string[]): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#log.warn({ problems: problems.slice(0, 3), count: problems.length }, 'recorded auctions cannot be removed');
  }
}
