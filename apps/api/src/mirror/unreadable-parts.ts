import { Unavailable } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { UnreadableNotice } from './unreadable.ts';

/** A partition whose keys are not what the layout says, so that it can be neither loaded nor followed. */
export class UnreadablePartition extends Unavailable {
  constructor(partition: number, cause: Error) {
    super(`partition ${partition} cannot be read: ${cause.message}`, { cause });
  }
}

/** Parts of the store that cannot be read: partitions that cannot be read, and services that this version does not know. */
export class UnreadableParts {
  readonly #log: Logger;
  readonly #notices = new Map<string, UnreadableNotice>();

  constructor(log: Logger) {
    this.#log = log;
  }

  notices(): readonly UnreadableNotice[] {
    return [...this.#notices.values()];
  }

  /** Throws the failure of a read of a partition as `UnreadablePartition`, unless the whole store is away. */
  refuse(partition: number, error: unknown): never {
    if (error instanceof Unavailable || !(error instanceof Error)) throw error;
    this.#note({ service: nameOf(partition), id: null, problem: 'cannot be read; the reason is in the log' }, error);
    throw new UnreadablePartition(partition, error);
  }

  /** Removes the notice of a partition that was read completely. */
  follows(partition: number): void {
    this.#notices.delete(nameOf(partition));
  }

  noteUnknown(service: string): void {
    this.#note({ service, id: null, problem: 'not known to this version; its changes are skipped' });
  }

  /** Logs an unreadable part once, and shows it until it can be read. */
  #note(notice: UnreadableNotice, error?: Error): void {
    if (this.#notices.has(notice.service)) return;
    this.#notices.set(notice.service, notice);
    const shown = { ...notice, ...(error === undefined ? {} : { error }) };
    this.#log.error(shown, 'a part of the store cannot be read');
  }
}

/** A partition as notices name it. */
const nameOf = (partition: number) => `partition ${partition}`;
