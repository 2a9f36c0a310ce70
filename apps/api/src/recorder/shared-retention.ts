import type { RecordPlace } from '@auction-tiers/recorded';
import type { Logger } from 'pino';
import type { RetentionClock } from '../auth/clock.ts';
import type { Work } from '../loop/job.ts';
import type { Settings } from '../settings/settings.ts';
import { type Bounds, sweepPlace, type Timezones } from './sweep.ts';

const mebibyte = 1024 * 1024;

/** Removes sealed auctions that are too old or too many from the shared place. */
export class SharedRetention implements Work {
  readonly #place: RecordPlace;
  readonly #clock: RetentionClock;
  readonly #bounds: Bounds;
  readonly #log: Pick<Logger, 'info'>;
  readonly #timezones: () => Timezones;

  constructor(
    place: RecordPlace,
    clock: RetentionClock,
    { RECORD_DAYS: days, RECORD_MAX_MB: mebibytes }: Pick<Settings, 'RECORD_DAYS' | 'RECORD_MAX_MB'>,
    log: Pick<Logger, 'info'>,
    timezones: () => Timezones,
  ) {
    this.#place = place;
    this.#clock = clock;
    this.#bounds = { days, bytes: mebibytes * mebibyte };
    this.#log = log;
    this.#timezones = timezones;
  }

  /** Not while the clocks disagree. */
  isDue(): boolean {
    return this.#clock.mayRemove();
  }

  async run(): Promise<void> {
    const bounds = { ...this.#bounds, timezones: this.#timezones() };
    const { problems: _none, ...done } = await sweepPlace(this.#place, bounds, this.#clock.epochMs());
    if (done.removedFiles > 0) this.#log.info(done, 'the oldest recorded auctions were removed');
  }
}
