import { type ObjectStore, StoreUnavailable } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { Repetition } from './repetition.ts';

interface Parts {
  readonly store: Pick<ObjectStore, 'heads' | 'tryLease'>;
  readonly log: Logger;
}

/** Periodic work on stored objects: every process looks for it, and the process that gets the lease does it. */
export abstract class LeasedWork {
  readonly #parts: Parts;
  readonly #name: string;
  readonly #everyMs: number;
  readonly #repetition: Repetition;

  /** `name`: of the lease and, in the log, of the objects. */
  constructor(parts: Parts, name: string, everyMs: number) {
    this.#parts = parts;
    this.#name = name;
    this.#everyMs = everyMs;
    this.#repetition = new Repetition(everyMs, () => this.look());
  }

  start(): void {
    this.#repetition.start(this.#everyMs);
  }

  /** Resolves when no work goes on any more. */
  close(): Promise<void> {
    return this.#repetition.close();
  }

  /** Looks for work once. Never rejects: what fails is tried again at the next look. */
  abstract look(): Promise<void>;

  /** Long work checks this between its parts. */
  protected get isClosed(): boolean {
    return this.#repetition.isClosed;
  }

  /** Does the work where no other process has the lease, and passes a failure to `tell`. */
  protected async whileLeased(work: () => Promise<void>, tell = (error: unknown) => this.#tell(error)): Promise<void> {
    const { store } = this.#parts;
    try {
      // Fails where another database has replaced the known one: no lease may be written to that.
      await store.heads();
      await store.tryLease(this.#name, work);
    } catch (error) {
      tell(error);
    }
  }

  /** Works on one element after the other. One that fails does not stop the others, and is tried again later. */
  protected async eachOf<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
    for (const one of all) {
      if (this.isClosed) return;
      try {
        await work(one);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        this.#tell(error);
      }
    }
  }

  #tell(error: unknown): void {
    const level = error instanceof StoreUnavailable ? 'debug' : 'error';
    this.#parts.log[level]({ error }, `${this.#name} cannot be looked at now; they are looked at again`);
  }
}
