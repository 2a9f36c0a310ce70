import { english } from '@auction-tiers/figure';
import type { RedisStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { Repetition } from '../loop/repetition.ts';
import { type Clock, systemClock } from './clock.ts';

/** How often the store's clock is read. */
const everyMs = 5000;
/** How often until it was read for the first time. */
const untilKnownMs = 500;
/** A reading that took longer is not used: its error may be half of that. */
const longestTripMs = 500;
/** A host whose clock is off by more than this is reported. */
const toldMs = 2000;
/** A host whose clock is off by more than this removes nothing by age: one of the two clocks is badly wrong. */
const retentionMs = 60 * 60 * 1000;

interface StoreClockParts {
  readonly store: Pick<RedisStore, 'serverTimeMs'>;
  readonly log: Pick<Logger, 'warn' | 'info' | 'debug'>;
  readonly host?: Clock;
}

/**
 * The clock of the store's server, which decides when something is due: drafts, experiments, keys, tokens, views. So all
 * hosts agree, and a host whose own clock is wrong does nothing early. Between two readings, and while the store is away,
 * the time goes on by the host's monotonic clock: setting the host's clock does not affect it. Before the first reading
 * it is the host's time.
 */
export class StoreClock implements Clock {
  readonly #parts: StoreClockParts;
  readonly #host: Clock;
  readonly #repetition: Repetition;
  /** What to add to the elapsed time. */
  #baseMs: number;
  #isKnown = false;
  #isToldOff = false;

  constructor(parts: StoreClockParts) {
    this.#parts = parts;
    this.#host = parts.host ?? systemClock;
    this.#baseMs = this.#host.epochMs() - this.#host.elapsedMs();
    this.#repetition = new Repetition(
      () => (this.#isKnown ? everyMs : untilKnownMs),
      () => this.read(),
    );
  }

  readonly epochMs = (): number => Math.floor(this.#host.elapsedMs() + this.#baseMs);
  readonly elapsedMs = (): number => this.#host.elapsedMs();

  /** By how much the host's clock is ahead of the store's; negative: behind; null: not known yet. */
  offMs(): number | null {
    return this.#isKnown ? Math.round(this.#host.epochMs() - this.epochMs()) : null;
  }

  /** What readiness shows; undefined: the host's clock is right, or the difference is not known yet. */
  readonly problem = (): string | undefined => {
    const offMs = this.offMs();
    if (offMs === null || Math.abs(offMs) <= toldMs) return undefined;
    const by = `${english.decimal(Math.abs(offMs) / 1000, 1)} s ${offMs > 0 ? 'ahead of' : 'behind'}`;
    const rest = this.mayRemove() ? '' : ', and nothing is removed by age';
    return `the clock of this host is ${by} that of Redis, by which due times are judged${rest}`;
  };

  /** Whether the clocks agree well enough to remove what is old. Not before the store's clock was read. */
  readonly mayRemove = (): boolean => Math.abs(this.offMs() ?? Infinity) <= retentionMs;

  /** Reads the store's clock until `close`. Resolves after the first attempt. */
  async start(): Promise<void> {
    await this.read();
    this.#repetition.start(this.#isKnown ? everyMs : untilKnownMs);
  }

  close(): Promise<void> {
    return this.#repetition.close();
  }

  /** Reads the store's clock once. Never rejects: without an answer the last reading remains. */
  async read(): Promise<void> {
    const sentMs = this.#host.elapsedMs();
    try {
      const serverMs = await this.#parts.store.serverTimeMs();
      const answeredMs = this.#host.elapsedMs();
      if (answeredMs - sentMs <= longestTripMs) {
        this.#baseMs = serverMs - (sentMs + answeredMs) / 2;
        this.#isKnown = true;
      }
    } catch (error) {
      this.#parts.log.debug({ error }, "could not read the store's clock; trying again");
    }
    this.#tell();
  }

  /** Logs once that the host's clock is off, and once that it is right again. */
  #tell(): void {
    const problem = this.problem();
    if ((problem !== undefined) === this.#isToldOff) return;
    this.#isToldOff = problem !== undefined;
    const off_ms = this.offMs();
    if (problem === undefined) this.#parts.log.info({ off_ms }, "the host's clock agrees with that of Redis again");
    else this.#parts.log.warn({ off_ms }, `${problem}; set it, by NTP`);
  }
}
