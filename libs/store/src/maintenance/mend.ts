import type { Hash } from '@auction-tiers/contract';
import { layoutVersion, usualPartitions } from '../redis/connection/server.ts';
import { countIn, emptyStreamCommands, readMarks } from '../redis/damage/marks.ts';
import type { StoreMemory } from '../port/position.ts';
import type { PartitionKey } from '../redis/layout/key.ts';
import { createEpoch } from '../redis/history/adopt.ts';
import {
  allKey,
  changesKey,
  counterKey,
  headKey,
  metaKey,
  objectKey,
  ownedChangesKey,
  revisionKey,
  toTexts,
} from '../redis/layout/layout.ts';
import { highestCounted } from '../redis/history/newest.ts';
import { type ChangeEntry, readChangeEntry } from './change-entry.ts';
import type { Connection } from './connection.ts';
import { type IndexEntry, indexEntriesOf } from './index-entry.ts';
import { readHashes } from './partition-state.ts';
import { findDatabaseDamage, readEntries } from './database-meta.ts';
import { listKeys } from './list-keys.ts';
import { StepEntries } from './step-entry.ts';
import { definitionOf, findHashProblem, nameOf, ownerOf, type StoredHash } from './stored-hash.ts';
import { namedObjects, readIndex } from './verify-indexes.ts';

type Keys = ReadonlyMap<string, PartitionKey>;
type Objects = ReadonlyMap<string, StoredHash>;
/** Whether the key of an object exists. */
type IsThere = (object: { readonly service: string; readonly id: number }) => boolean;

/**
 * Repairs the marks, indexes and counters of a damaged database to match its remaining objects, and returns what was
 * missing; an undamaged database is not changed. Lost objects stay lost. Call it while the store is held, before the
 * database is adopted, which gives every partition its epoch. `memory`: what a process remembers of the database.
 */
export async function mendDatabase(
  connection: Connection,
  memory?: Pick<StoreMemory, 'positions' | 'highestIds'>,
): Promise<readonly string[]> {
  const damage = await findDatabaseDamage(connection);
  if (damage === null) return [];
  const keys = await listKeys(connection);
  const likely =
    memory?.positions.length || Math.max(usualPartitions, ...[...keys.keys()].map((partition) => partition + 1));
  await connection.run('HSETNX', metaKey, 'layout', layoutVersion);
  await connection.run('HSETNX', metaKey, 'partitions', likely);
  const highest = new Map(Object.entries(memory?.highestIds ?? {}));
  for (const [partition, own] of keys) {
    const { objects, strangeKeys } = await readHashes(connection, own);
    for (const { service, id } of objects.values()) {
      if (id <= highestCounted) highest.set(service, Math.max(id, highest.get(service) ?? 0));
    }
    const isThere: IsThere = ({ service, id }) =>
      objects.has(nameOf(service, id)) || strangeKeys.includes(objectKey(partition, service, id));
    await mendMarks(connection, partition, own, objects);
    await mendIndexes(connection, partition, own, objects, isThere);
    await mendChanges(connection, partition, own, isThere);
    await mendSteps(connection, own);
  }
  for (const [service, id] of highest) await raise(connection, service, id);
  return damage.lost;
}

/** Moves the revision up to the highest one found anywhere, and with it the head and the change stream. */
async function mendMarks(connection: Connection, partition: number, keys: Keys, objects: Objects): Promise<void> {
  const { revision, head, stream } = await readMarks({ ask: connection.runOn }, partition);
  const ofObjects = [...objects.values()].map(({ hash }) => Number(hash['_revision'])).filter(Number.isSafeInteger);
  const ofMarks = [revision ?? 0, countIn(head?.split(' ', 1)[0]) ?? 0, stream?.highest ?? 0];
  ofMarks.push(await highestListed(connection, keys));
  const reached = ofObjects.reduce((most, one) => Math.max(most, one), Math.max(...ofMarks));
  if (reached === 0) return;
  await trimBeforeHole(connection, partition, stream?.last ?? 0);
  if ((stream?.highest ?? 0) < reached) {
    for (const command of emptyStreamCommands(partition, reached)) await connection.run(...command);
  }
  if (revision !== reached) await connection.run('SET', revisionKey(partition), reached);
  if (!head?.startsWith(`${reached} `)) {
    const mark = stream?.last === reached ? await markOf(connection, partition, reached) : '';
    await connection.run('SET', headKey(partition), `${reached} ${mark}`);
  }
}

/** The highest revision in a list of an owner's changes or of a ym-profile's steps; 0: there is no list. */
async function highestListed(connection: Connection, keys: Keys): Promise<number> {
  let highest = 0;
  for (const [name, { kind }] of keys) {
    if (kind !== 'ownedChanges' && (kind !== 'steps' || name.endsWith(':steps'))) continue;
    const [, score] = toTexts(await connection.run('ZRANGE', name, '-1', '-1', 'WITHSCORES'));
    highest = Math.max(highest, Number(score));
  }
  return highest;
}

/** Removes the changes before the last gap of a stream: readers treat a stream that starts later as trimmed. */
async function trimBeforeHole(connection: Connection, partition: number, last: number): Promise<void> {
  let begin = 0;
  for await (const { entries, isAfterHole } of readEntries(connection, partition, 1, last)) {
    if (isAfterHole) begin = entries[0]?.revision ?? begin;
  }
  if (begin > 0) await connection.run('XTRIM', changesKey(partition), 'MINID', `${begin}-0`);
}

async function markOf(connection: Connection, partition: number, revision: number): Promise<string> {
  for await (const { entries } of readEntries(connection, partition, revision, revision)) {
    return entries[0]?.fields['mark'] ?? '';
  }
  return '';
}

/** Removes index entries of objects that are gone, and adds those that objects lack. */
async function mendIndexes(
  connection: Connection,
  partition: number,
  keys: Keys,
  objects: Objects,
  isThere: IsThere,
): Promise<void> {
  for (const [key, { kind }] of keys) {
    if (kind !== 'all' && kind !== 'owned' && kind !== 'unique' && kind !== 'referrers') continue;
    for (const [field, value] of (await readIndex(connection, key)) ?? []) {
      const named = namedObjects(partition, { key, field, value });
      if (!named.some(isThere)) await connection.run(value === null ? 'SREM' : 'HDEL', key, field);
    }
  }
  for (const object of objects.values()) {
    const isReadable = findHashProblem(object) === null;
    for (const { key, field, value } of entriesOf(partition, object)) {
      // The other index entries of an unreadable object were right when it could still be read.
      if (!isReadable && keys.has(key)) continue;
      if (value === null) await connection.run('SADD', key, field);
      else await connection.run('HSETNX', key, field, value);
    }
  }
}

/** The index entries of an object, as far as its hash determines them. */
function entriesOf(partition: number, object: StoredHash): readonly IndexEntry[] {
  const definition = definitionOf(object.service);
  if (definition === undefined) return [];
  const owner = ownerOf(object);
  const all = { key: allKey(partition, object.service), field: String(object.id), value: null };
  if (definition.owner === 'member' && owner === null) return [all];
  try {
    return indexEntriesOf(definition, partition, owner, object);
  } catch {
    return [all];
  }
}

/**
 * Rebuilds missing lists of owners' revisions and missing steps from the remaining changes, and adds a delete for each
 * object that is gone without one, so that the change log shows the loss.
 */
async function mendChanges(connection: Connection, partition: number, keys: Keys, isThere: IsThere): Promise<void> {
  const { stream } = await readMarks({ ask: connection.runOn }, partition);
  const steps = new StepEntries(partition);
  const left = new Map<string, Left>();
  const addEntries = async (entry: ChangeEntry, isMissing: (key: string) => boolean) => {
    const list = ownedChangesKey(partition, entry.memberId);
    if (isMissing(list)) await connection.run('ZADD', list, entry.revision, String(entry.revision));
    for (const { key, member, score } of steps.add(entry)) {
      if (score === null) await connection.run('SADD', key, member);
      else if (isMissing(key)) await connection.run('ZADD', key, score, member);
    }
  };
  for await (const { entries } of readEntries(connection, partition, stream?.first ?? 0, stream?.last ?? -1)) {
    for (const entry of entries) {
      await addEntries(entry, (key) => !keys.has(key));
      noteLeft(left, entry);
    }
  }
  let revision = stream?.highest ?? 0;
  for (const one of left.values()) {
    if (isThere(one)) continue;
    revision += 1;
    const mark = createEpoch();
    const fields = toRemoval(one, mark);
    await connection.run('XADD', changesKey(partition), `${revision}-0`, ...Object.entries(fields).flat());
    await addEntries(readChangeEntry(revision, fields), () => true);
    await connection.run('SET', revisionKey(partition), revision);
    await connection.run('SET', headKey(partition), `${revision} ${mark}`);
  }
}

/** The last state of an object according to the changes. */
type Left = Pick<ChangeEntry, 'service' | 'id' | 'memberId'> & { readonly hash: Hash | null };

function noteLeft(left: Map<string, Left>, { service, id, memberId, operation, before, after }: ChangeEntry): void {
  const name = nameOf(service, id);
  const known = left.get(name)?.hash ?? null;
  if (operation === 'delete') left.delete(name);
  else if (operation === 'create') left.set(name, { service, id, memberId, hash: after });
  else {
    const kept = Object.entries(known ?? {}).filter(([field]) => !Object.hasOwn(before ?? {}, field));
    left.set(name, { service, id, memberId, hash: known && { ...Object.fromEntries(kept), ...after } });
  }
}

/** The change stream's entry for the removal of an object. */
function toRemoval({ service, id, memberId, hash }: Left, mark: string): Hash {
  const touched = { 'ym-profile': String(id), 'ym-auction-tier': hash?.['ym_profile_id'], profile: '-' }[service];
  return {
    service,
    id: String(id),
    operation: 'delete',
    user: 'npm run admin -- adopt',
    request_id: 'adopt',
    time_ms: String(Date.now()),
    mark,
    note: 'it was missing in Redis when the database was adopted',
    ...(memberId === null ? {} : { member_id: String(memberId) }),
    ...(touched === undefined ? {} : { ym_profiles: touched }),
    ...(hash === null ? {} : { before: JSON.stringify(hash) }),
  };
}

/** Removes the steps of ym-profiles for which no change remains. */
async function mendSteps(connection: Connection, keys: Keys): Promise<void> {
  const sets = [...keys].flatMap(([name, { kind }]) => (kind === 'steps' && name.endsWith(':steps') ? [name] : []));
  for (const set of sets) {
    for (const id of toTexts(await connection.run('SMEMBERS', set))) {
      const key = `${set}:${id}`;
      if (id !== '0' && Number(await connection.run('EXISTS', key)) === 0) await connection.run('SREM', set, id);
    }
  }
}

/** Moves a counter of ids up to a number, never down. */
async function raise(connection: Connection, service: string, number: number): Promise<void> {
  const key = counterKey(service);
  const script =
    "if tonumber(ARGV[1]) > (tonumber(redis.call('GET', KEYS[1]) or '') or 0) then redis.call('SET', KEYS[1], ARGV[1]) end";
  await connection.runOn(key, 'EVAL', script, 1, key, number);
}
