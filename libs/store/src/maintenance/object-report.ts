import type { Hash } from '@auction-tiers/contract';
import { changesKey, objectKey, referrersKey, toTexts } from '../redis/layout/layout.ts';
import { type ChangeEntry, toChangeEntry } from './change-entry.ts';
import type { Connection } from './connection.ts';
import { type IndexEntry, indexEntriesOf } from './index-entry.ts';
import { readMeta } from './database-meta.ts';
import { readHashAt } from './partition-state.ts';
import { definitionOf, findHashProblem, ownerOf, type StoredHash } from './stored-hash.ts';

/** One stored object, without secrets: fields that begin with _ are left out, except the revision. */
export interface ObjectReport {
  readonly key: string;
  readonly fields: Hash;
  /** Why this version cannot read it; null: it can. */
  readonly problem: string | null;
  /** The entries that the indexes should have for the object, and whether they exist. Indexed secrets are left out. */
  readonly indexes: readonly (Pick<IndexEntry, 'key' | 'field'> & { readonly isThere: boolean })[];
  /** Objects that refer to the object, as `<service>:<attribute>:<id>`: some of them, and their number. */
  readonly referrers: { readonly count: number; readonly some: readonly string[] };
  /** The object's last changes in the change stream, newest first. */
  readonly changes: readonly ChangeEntry[];
}

/** The most stream entries that are searched for changes of the object, and the most changes returned. */
const searchedEntries = 10_000;
const mostChanges = 10;
const mostReferrers = 20;
const entriesAtOnce = 100;

/** Finds an object of any member. Null: there is none. Throws as `readMeta` does. */
export async function readObjectReport(
  connection: Connection,
  service: string,
  id: number,
): Promise<ObjectReport | null> {
  const { partitions } = await readMeta(connection);
  for (let partition = 0; partition < partitions; partition += 1) {
    const key = objectKey(partition, service, id);
    const hash = await readHashAt(connection, key);
    if (hash !== null && Object.keys(hash).length === 0) continue;
    const object = { service, id, hash: hash ?? {} };
    return {
      key,
      fields: shown(object.hash),
      problem: hash === null ? 'it does not hold a hash' : findHashProblem(object),
      indexes: await readIndexes(connection, partition, object),
      referrers: await readReferrers(connection, referrersKey(partition, service, id)),
      changes: await findChanges(connection, partition, service, id),
    };
  }
  return null;
}

const shown = (hash: Hash): Hash =>
  Object.fromEntries(Object.entries(hash).filter(([name]) => !name.startsWith('_') || name === '_revision'));

async function readIndexes(connection: Connection, partition: number, object: StoredHash) {
  const definition = definitionOf(object.service);
  if (definition === undefined) return [];
  const entries = indexEntriesOf(definition, partition, ownerOf(object), object);
  const found = await Promise.all(entries.map((entry) => hasEntry(connection, entry)));
  return entries
    .map(({ key, field }, index) => ({ key, field, isThere: found[index] === true }))
    .filter(({ key }) => !/:_[^:]*$/.test(key));
}

/** Whether an index has an entry. */
async function hasEntry(connection: Connection, { key, field, value }: IndexEntry): Promise<boolean> {
  if (value === null) return Number(await connection.run('SISMEMBER', key, field)) === 1;
  return (await connection.run('HGET', key, field)) === value;
}

async function readReferrers(connection: Connection, key: string): Promise<ObjectReport['referrers']> {
  const [count, page] = await Promise.all([
    connection.run('SCARD', key),
    connection.run('SSCAN', key, '0', 'COUNT', mostReferrers),
  ]);
  return {
    count: Number(count),
    some: toTexts((page as unknown[])[1])
      .toSorted()
      .slice(0, mostReferrers),
  };
}

async function findChanges(connection: Connection, partition: number, service: string, id: number) {
  const found: ChangeEntry[] = [];
  let end = '+';
  for (let searched = 0; searched < searchedEntries && found.length < mostChanges; ) {
    const key = changesKey(partition);
    const reply = (await connection.run('XREVRANGE', key, end, '-', 'COUNT', entriesAtOnce)) as unknown[];
    const entries = reply.map(toChangeEntry);
    found.push(...entries.filter((entry) => entry.service === service && entry.id === id));
    const oldest = entries.at(-1);
    if (oldest === undefined) break;
    searched += entries.length;
    end = `(${oldest.revision}-0`;
  }
  return found.slice(0, mostChanges);
}
