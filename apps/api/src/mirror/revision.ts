/** A revision as the wire shows it: partition, then number. */
export function formatRevision(partition: number, revision: number): string {
  return `${partition}-${revision}`;
}

/** The inverse of `formatRevision`. */
export function parseRevision(text: string): { partition: number; revision: number } | undefined {
  const [, partition, revision] = /^(\d{1,4})-(\d{1,15})$/.exec(text) ?? [];
  return partition === undefined ? undefined : { partition: Number(partition), revision: Number(revision) };
}

interface Waiter {
  readonly partition: number;
  readonly revision: number;
  readonly done: () => void;
}

/** Those who wait for the mirror to reach a revision of a partition. */
export class RevisionWaiters {
  readonly #waiters = new Set<Waiter>();

  /** Resolves when the revision is reached, or the signal is aborted. */
  wait(partition: number, revision: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const waiter: Waiter = { partition, revision, done };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', done);
    });
  }

  /** Lets those go on who waited for this revision of the partition, or an earlier one. */
  reach(partition: number, revision: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.partition === partition && waiter.revision <= revision) waiter.done();
    }
  }
}
