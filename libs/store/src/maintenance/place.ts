import { changesKey, partitionPrefix, revisionKey } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';
import { type ChangeEntry, toChangeEntry } from './change-entry.ts';

/** Where the history of a partition is. */
export interface PartitionPlace {
  readonly revision: number;
  readonly epoch: string;
}

export async function readPlace(connection: Connection, partition: number): Promise<PartitionPlace> {
  const [revision, epoch] = (await connection.run(
    'MGET',
    revisionKey(partition),
    `${partitionPrefix(partition)}epoch`,
  )) as (string | null)[];
  return { revision: Number(revision ?? 0), epoch: epoch ?? '' };
}

/** Entries that are read together. */
const mostEntries = 100;

/**
 * The entries of a change stream from a revision on, up to another one and with it, oldest first, in portions. `hole`: the
 * portion does not follow the one before it (for the first: the asked revision), because changes were trimmed.
 */
export async function* readEntries(
  connection: Connection,
  partition: number,
  from: number,
  through: number,
): AsyncGenerator<{ readonly entries: readonly ChangeEntry[]; readonly isAfterHole: boolean }> {
  for (let next = from; next <= through; ) {
    const key = changesKey(partition);
    const reply = await connection.run('XRANGE', key, `${next}-0`, `${through}-0`, 'COUNT', mostEntries);
    const entries = (reply as unknown[]).map(toChangeEntry);
    const [first] = entries;
    const last = entries.at(-1);
    if (first === undefined || last === undefined) return;
    yield { entries, isAfterHole: first.revision !== next };
    next = last.revision + 1;
  }
}
