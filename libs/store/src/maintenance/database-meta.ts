import type { Hash } from '@auction-tiers/contract';
import { StoreUnusable } from '../port/store-error.ts';
import { layoutVersion } from '../redis/connection/server.ts';
import { changesKey, epochKey, metaKey, pairs, revisionKey, toTexts } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';
import { type Damage, damageText, findDamage } from '../redis/damage/damage.ts';
import { type ChangeEntry, toChangeEntry } from './change-entry.ts';

/** The content of `at:meta`. */
interface Meta {
  readonly epoch: string;
  readonly partitions: number;
}

/** What a database has lost. Null also for another layout. */
export async function findDatabaseDamage(connection: Connection): Promise<Damage | null> {
  const layout = await connection.run('HGET', metaKey, 'layout');
  if (layout !== null && layout !== layoutVersion) return null;
  return findDamage({ ask: connection.runOn, scan: connection.scan });
}

/** Throws `StoreUnusable` for a database that was never used, lacks `at:meta`, or has another layout. */
export async function readMeta(connection: Connection): Promise<Meta> {
  const { run, where } = connection;
  const { layout, partitions, epoch = '' } = pairs(toTexts(await run('HGETALL', metaKey))) as Partial<Hash>;
  if (layout === layoutVersion && Number(partitions) >= 1) return { epoch, partitions: Number(partitions) };
  if (layout === undefined) {
    const damage = await findDatabaseDamage(connection);
    if (damage === null) throw new StoreUnusable(`The database at ${where} was never used`);
    throw new StoreUnusable(`The database at ${where} is damaged: ${damageText(damage)}`);
  }
  throw new StoreUnusable(`The database at ${where} has layout ${layout}; this version reads layout ${layoutVersion}`);
}

/** The position of a partition's history. */
export interface PartitionPlace {
  readonly revision: number;
  readonly epoch: string;
}

export async function readPlace(connection: Connection, partition: number): Promise<PartitionPlace> {
  const [revision, epoch] = (await connection.run('MGET', revisionKey(partition), epochKey(partition))) as (
    | string
    | null
  )[];
  return { revision: Number(revision ?? 0), epoch: epoch ?? '' };
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
