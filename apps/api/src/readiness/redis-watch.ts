import { type ObjectStore, type StoreTrouble, troubleText } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { Repetition } from '../loop/repetition.ts';
import type { Obstacle } from './readiness.ts';

/** Time between two checks. Each is two small commands, of which one is refused where a write would be. */
const checkMs = 500;
/**
 * Time between two checks while Redis is read-only: the refused command makes the client connect again, in case a name
 * now leads to another server, and reads that are under way at that moment fail.
 */
const checkReadOnlyMs = 5000;

/**
 * Checks all the time whether Redis answers and takes writes. Logs one line when it stops doing so and one when it does
 * so again; the requests that fail meanwhile are not logged one by one.
 */
export class RedisWatch {
  readonly #store: Pick<ObjectStore, 'findTrouble'>;
  readonly #log: Logger;
  #checking: Promise<StoreTrouble | null> | undefined;
  #trouble: StoreTrouble | null = null;
  #sinceMs = 0;
  readonly #repetition = new Repetition(
    () => this.#waitMs(),
    async () => void (await this.check()),
  );

  constructor(store: Pick<ObjectStore, 'findTrouble'>, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** Resolves after the first check. */
  async start(): Promise<void> {
    await this.check();
    this.#repetition.start(this.#waitMs());
  }

  /** Resolves when no check goes on any more. */
  close(): Promise<void> {
    return this.#repetition.close();
  }

  #waitMs(): number {
    return this.#trouble?.kind === 'read_only' ? checkReadOnlyMs : checkMs;
  }

  /** Whether Redis did not answer when it was last asked. */
  get isAway(): boolean {
    return this.#trouble?.kind === 'away';
  }

  /** Whether Redis deletes stored keys when its memory is full. */
  get evicts(): boolean {
    return this.#trouble?.kind === 'evicts';
  }

  /** The obstacle that readiness shows. */
  readonly obstacle = (): Obstacle | null => {
    if (this.#trouble === null) return null;
    const { kind, message } = this.#trouble;
    const prevents = preventsReads(this.#trouble) ? (['reads', 'writes'] as const) : (['writes'] as const);
    // The message of the check is shown too: it names no machine.
    return { prevents, why: kind === 'other_database' || kind === 'evicts' ? message : troubleText[kind] };
  };

  /** Checks now. Callers that come while a check is under way share it. */
  check(): Promise<StoreTrouble | null> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(): Promise<StoreTrouble | null> {
    const found = await this.#store.findTrouble();
    if (!this.#repetition.isClosed) this.#note(found);
    return found;
  }

  #note(found: StoreTrouble | null): void {
    const before = this.#trouble;
    this.#trouble = found;
    if (before?.kind === found?.kind) return;
    const nowMs = performance.now();
    if (found === null) {
      const seconds = Math.round(nowMs - this.#sinceMs) / 1000;
      const isKept = before?.kind === 'evicts';
      this.#log.warn({ seconds }, isKept ? 'Redis keeps all keys again' : 'Redis answers and takes writes again');
      return;
    }
    if (before === null) this.#sinceMs = nowMs;
    const rest = preventsReads(found) ? 'auctions go on from memory' : 'auctions and reads go on';
    this.#log.error({ trouble: found.kind, reason: found.message }, `${troubleText[found.kind]}; ${rest}`);
  }
}

const preventsReads = ({ kind }: StoreTrouble): boolean => kind === 'away' || kind === 'other_database';
