import { type ObjectStore, StoreUnavailable } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { Repetition } from './repetition.ts';

interface Parts {
  readonly store: Pick<ObjectStore, 'heads' | 'tryLease'>;
  readonly log: Logger;
}

/** Work on stored objects that each process looks for again and again, and the one that gets the lease does. */
export abstract class LeasedWork {
  readonly #parts: Parts;
  readonly #name: string;
  readonly #everyMs: number;
  readonly #repetition: Repetition;

  /** `name`: of the lease, and of what is worked on. */
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

  /** Looks once. Never rejects: what fails is looked at again. */
  abstract look(): Promise<void>;

  /** Work that is long asks between its parts. */
  protected get isClosed(): boolean {
    return this.#repetition.isClosed;
  }

  /** Works where no other process has the lease, and tells of a failure. */
  protected async whileLeased(work: () => Promise<void>, tell = (error: unknown) => this.#tell(error)): Promise<void> {
    const { store } = this.#parts;
    try {
      // A lease must not be written to another database that has come in place of the known one.
      await store.heads();
      await store.tryLease(this.#name, work);
    } catch (error) {
      tell(error);
    }
  }

  /** Works on one after the other. One that fails keeps none of the others waiting: it is looked at again. */
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
