import type { Hash } from '@auction-tiers/contract';
import { StoreUnusable } from '../port/store-error.ts';
import { layoutVersion } from '../redis/connection/server.ts';
import {
  changesKey,
  epochKey,
  headKey,
  metaKey,
  pairs,
  revisionKey,
  sharedPartition,
  toTexts,
} from '../redis/layout/layout.ts';
import type { PartitionKey } from '../redis/layout/key.ts';
import type { Connection } from './connection.ts';
import { type ChangeEntry, toChangeEntry } from './change-entry.ts';

/** The content of `at:meta`. */
interface Meta {
  readonly epoch: string;
  readonly partitions: number;
}

/** Throws `StoreUnusable` for a database that was never used, lacks `at:meta`, or has another layout. */
export async function readMeta(connection: Connection): Promise<Meta> {
  const { run, where } = connection;
  const { layout, partitions, epoch = '' } = pairs(toTexts(await run('HGETALL', metaKey))) as Partial<Hash>;
  if (layout === layoutVersion && Number(partitions) >= 1) return { epoch, partitions: Number(partitions) };
  if (layout === undefined) {
    const isUsed = Number(await run('EXISTS', epochKey(sharedPartition))) === 1;
    throw new StoreUnusable(
      `The database at ${where} ${isUsed ? `has lost ${metaKey}; put a backup of Redis back` : 'was never used'}`,
    );
  }
  throw new StoreUnusable(`The database at ${where} has layout ${layout}; this version reads layout ${layoutVersion}`);
}

/** The position of a partition's history. */
export interface PartitionPosition {
  readonly revision: number;
  readonly epoch: string;
  /** The mark of the last change; empty where it has none. */
  readonly mark: string;
}

export async function readPosition(connection: Connection, partition: number): Promise<PartitionPosition> {
  const keys = [revisionKey(partition), epochKey(partition), headKey(partition)];
  const [revision, epoch, head] = (await connection.run('MGET', ...keys)) as (string | null)[];
  const [, mark = ''] = (head ?? '').split(' ');
  return { revision: Number(revision ?? 0), epoch: epoch ?? '', mark };
}

/** Kinds of keys that a partition has only once something was written to it. */
const written: ReadonlySet<string> = new Set([
  'object',
  'all',
  'owned',
  'unique',
  'referrers',
  'ownedChanges',
  'steps',
]);

/** What a partition has lost of its history: epoch, and once it was written to also revision, head and changes. */
export async function findLostMarks(
  connection: Connection,
  partition: number,
  keys: ReadonlyMap<string, PartitionKey>,
): Promise<string[]> {
  const ofChanges = [revisionKey(partition), headKey(partition), changesKey(partition)];
  const isWritten = [...keys].some(([name, { kind }]) => written.has(kind) || ofChanges.includes(name));
  const needed = [epochKey(partition), ...(isWritten ? ofChanges : [])];
  const found = await Promise.all(needed.map((key) => connection.run('EXISTS', key)));
  const lost = needed.filter((_, at) => Number(found[at]) === 0);
  const revision = revisionKey(partition);
  if (!isWritten || lost.includes(revision)) return lost;
  const isNumber = /^\d+$/.test(String(await connection.run('GET', revision)));
  return isNumber ? lost : [...lost, `the number in ${revision}`];
}

/** Entries that are read together. */
const mostEntries = 100;

/**
 * The entries of a change stream between two revisions, both inclusive, oldest first, in portions without a gap.
 * `isAfterHole`: changes are missing before this portion.
 */
export async function* readEntries(
  connection: Connection,
  partition: number,
  from: number,
  through: number,
): AsyncIterable<{ readonly entries: readonly ChangeEntry[]; readonly isAfterHole: boolean }> {
  for (let next = from; next <= through; ) {
    const key = changesKey(partition);
    const reply = await connection.run('XRANGE', key, `${next}-0`, `${through}-0`, 'COUNT', mostEntries);
    const entries = (reply as unknown[]).map(toChangeEntry);
    const last = entries.at(-1);
    if (last === undefined) return;
    for (let start = 0, expected = next; start < entries.length; ) {
      const first = entries[start]?.revision ?? expected;
      let end = start + 1;
      while (end < entries.length && entries[end]?.revision === first + end - start) end += 1;
      yield { entries: entries.slice(start, end), isAfterHole: first !== expected };
      expected = first + end - start;
      start = end;
    }
    next = last.revision + 1;
  }
}
