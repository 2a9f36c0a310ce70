import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { RetentionClock } from '../auth/clock.ts';
import type { Settings } from '../settings/settings.ts';
import type { Bounds, Swept, Timezones } from './sweep.ts';

/** How often a sweep looks for files to remove. */
const sweepMs = 60_000;
const mebibyte = 1024 * 1024;

export interface SweepThreadData {
  readonly dataDir: string;
  readonly bounds: Bounds;
  readonly nowMs: number;
}

/** Removes recorded auctions that are too old or too many, once a minute. One process per data folder runs it. */
export class Retention {
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

  /** The process may end at any time: the next sweep completes an interrupted one. */
  start(): void {
    const next = () => setTimeout(() => void this.sweep().finally(next), sweepMs).unref();
    next();
  }

  /** Runs one sweep, unless the clocks disagree. Never rejects: problems are logged once, until a sweep has none. */
  async sweep(): Promise<void> {
    if (!this.#clock.mayRemove()) return;
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
