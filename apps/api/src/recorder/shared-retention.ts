import type { ObjectStore } from '@auction-tiers/store';
import type { RecordPlace } from '@auction-tiers/recorded';
import type { Logger } from 'pino';
import type { RetentionClock } from '../auth/clock.ts';
import type { Settings } from '../settings/settings.ts';
import { type Bounds, sweepPlace, type Timezones } from './sweep.ts';

/** How often a sweep looks for objects to remove: it lists all that the place has. */
const sweepMs = 600_000;
const mebibyte = 1024 * 1024;

/** Removes sealed auctions that are too old or too many from the shared place. One process of all hosts at a time. */
export class SharedRetention {
  readonly #store: Pick<ObjectStore, 'tryLease'>;
  readonly #place: RecordPlace;
  readonly #clock: RetentionClock;
  readonly #bounds: Bounds;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #timezones: () => Timezones;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    store: Pick<ObjectStore, 'tryLease'>,
    place: RecordPlace,
    clock: RetentionClock,
    { RECORD_DAYS: days, RECORD_MAX_MB: mebibytes }: Pick<Settings, 'RECORD_DAYS' | 'RECORD_MAX_MB'>,
    log: Pick<Logger, 'info' | 'warn'>,
    timezones: () => Timezones,
  ) {
    this.#store = store;
    this.#place = place;
    this.#clock = clock;
    this.#bounds = { days, bytes: mebibytes * mebibyte };
    this.#log = log;
    this.#timezones = timezones;
  }

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), sweepMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Runs one sweep, unless another process is sweeping or the clocks disagree. Never rejects: the next sweep tries again. */
  async sweep(): Promise<void> {
    if (!this.#clock.mayRemove()) return;
    try {
      await this.#store.tryLease('recorded', async () => {
        const bounds = { ...this.#bounds, timezones: this.#timezones() };
        const { problems: _none, ...done } = await sweepPlace(this.#place, bounds, this.#clock.epochMs());
        if (done.removedFiles > 0) this.#log.info(done, 'the oldest recorded auctions were removed');
      });
    } catch (error) {
      this.#log.warn({ error }, 'recorded auctions cannot be removed from the shared place');
    }
  }
}
