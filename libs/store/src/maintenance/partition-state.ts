import { readFileSync } from 'node:fs';
import { type Hash, storedResources } from '@auction-tiers/contract';
import { StoreUnavailable } from '../port/store-error.ts';
import { pairs, partitionPrefix, revisionKey, toTexts } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';
import { type ChangeEntry, toChangeEntry } from './change-entry.ts';
import type { PartitionKey } from '../redis/layout/key.ts';
import { readEntries } from './database-meta.ts';
import { nameOf, type StoredHash } from './stored-hash.ts';

/** The objects of a partition at one revision. */
export interface PartitionState {
  readonly partition: number;
  readonly revision: number;
  /** The mark of the last change; empty where it has none. */
  readonly mark: string;
  readonly epoch: string;
  /** By `<service>:<id>`. */
  readonly objects: ReadonlyMap<string, StoredHash>;
  /** Keys of objects that do not hold a hash. */
  readonly strangeKeys: readonly string[];
}

/** The most objects that are read together, and about the most characters: some milliseconds of work for Redis. */
const mostInChunk = 100;
const chunkLength = 256 * 1024;
/** The most changes that are read together. */
const mostChanges = 100;

const readChanges = readFileSync(new URL('../../lua/read-changes.lua', import.meta.url), 'utf8');
const withSecrets: readonly string[] = storedResources
  .filter(({ secrets }) => secrets.length > 0)
  .map(({ service }) => service);

/**
 * Reads the objects of a partition while it is written to. The hashes are read one after another, each in its state at
 * that moment. Then the changes after `since` are applied to the hashes that were read before them, so that every
 * object is in its state after the last of these changes. `keys`: the partition's keys, listed after `since` was its
 * revision; an object that is created later has an entry in the stream. Changes contain no secrets, so the changes of
 * objects with secrets are read together with these objects.
 */
export async function readState(
  connection: Connection,
  partition: number,
  keys: ReadonlyMap<string, PartitionKey>,
  since: number,
): Promise<PartitionState> {
  const { objects, strangeKeys } = await readHashes(connection, keys);
  const position = await catchUp(connection, partition, since, objects);
  return { partition, ...position, objects, strangeKeys };
}

/** The hashes of a partition, each as it is at the moment at which it is read. */
export async function readHashes(connection: Connection, keys: ReadonlyMap<string, PartitionKey>) {
  const objects = new Map<string, StoredHash>();
  const strangeKeys: string[] = [];
  const wanted = [...keys].flatMap(([name, key]) => (key.kind === 'object' ? [{ name, ...key }] : []));
  for (let start = 0, count = mostInChunk; start < wanted.length; ) {
    const asked = wanted.slice(start, start + count);
    const hashes = await Promise.all(asked.map(({ name }) => readHashAt(connection, name)));
    for (const [index, hash] of hashes.entries()) {
      const { name, service, id } = asked[index]!;
      if (hash === null) strangeKeys.push(name);
      else if (Object.keys(hash).length > 0) objects.set(nameOf(service, id), { service, id, hash });
    }
    start += asked.length;
    const longest = Math.max(1, ...hashes.map((hash) => lengthOf(hash ?? {})));
    count = Math.min(mostInChunk, Math.max(1, Math.floor(chunkLength / longest)));
  }
  return { objects, strangeKeys };
}

const lengthOf = (hash: Hash) => Object.entries(hash).reduce((sum, [name, text]) => sum + name.length + text.length, 0);

/** The hash at a key, empty if there is none; null: the key holds another type. */
export async function readHashAt(connection: Connection, key: string): Promise<Hash | null> {
  try {
    return pairs(toTexts(await connection.run('HGETALL', key)));
  } catch (error) {
    if (error instanceof Error && /\bWRONGTYPE\b/.test(error.message)) return null;
    throw error;
  }
}

/** Applies the changes after `since` to the objects, up to the last one. Returns the position then reached. */
async function catchUp(
  connection: Connection,
  partition: number,
  since: number,
  objects: Map<string, StoredHash>,
): Promise<Pick<PartitionState, 'revision' | 'mark' | 'epoch'>> {
  const prefix = partitionPrefix(partition);
  const key = revisionKey(partition);
  for (let reached = since; ; ) {
    const args = [prefix, reached + 1, mostChanges, ...withSecrets];
    const reply = await connection.runOn(key, 'EVAL_RO', readChanges, 1, key, ...args);
    const [revisionText, head, epoch, entries, present] = reply as [string, string, string, unknown[], unknown[][]];
    const revision = Number(revisionText);
    for (const [service, id, flat] of present) {
      const hash = pairs(toTexts(flat));
      const name = nameOf(String(service), Number(id));
      if (Object.keys(hash).length === 0) objects.delete(name);
      else objects.set(name, { service: String(service), id: Number(id), hash });
    }
    for (const entry of entries.map(toChangeEntry)) {
      if (entry.revision !== reached + 1) throw changesGone(partition, reached + 1);
      applyChange(objects, entry);
      reached = entry.revision;
    }
    if (reached === revision) {
      const [, mark = ''] = head.split(' ');
      return { revision, mark, epoch };
    }
    if (entries.length === 0) throw changesGone(partition, reached + 1);
  }
}

/**
 * The objects at a later revision. Secrets stay the same, because changes do not contain them. Throws if the stream
 * does not reach that revision.
 */
export async function advance(connection: Connection, state: PartitionState, through: number): Promise<PartitionState> {
  const { partition, revision } = state;
  const objects = new Map(state.objects);
  let reached = revision;
  for await (const { entries, isAfterHole } of readEntries(connection, partition, revision + 1, through)) {
    if (isAfterHole) throw changesGone(partition, reached + 1);
    for (const entry of entries) {
      applyChange(objects, entry, true);
      reached = entry.revision;
    }
  }
  if (reached < through) throw changesGone(partition, reached + 1);
  return { ...state, revision: through, objects };
}

/** Applies a change to its object, unless the object was read after the change. */
function applyChange(objects: Map<string, StoredHash>, change: ChangeEntry, isWithoutSecrets = false): void {
  const { service, id, operation, before, after, revision } = change;
  const name = nameOf(service, id);
  const known = objects.get(name);
  if (known !== undefined && Number(known.hash['_revision']) >= revision) return;
  if (operation === 'delete') objects.delete(name);
  else if (!isWithoutSecrets && withSecrets.includes(service)) return;
  else if (operation === 'create' || known !== undefined) {
    const hash = operation === 'create' ? {} : { ...known?.hash };
    for (const field of Object.keys(before ?? {})) delete hash[field];
    objects.set(name, { service, id, hash: { ...hash, ...after, _revision: String(revision) } });
  }
}

const changesGone = (partition: number, revision: number) =>
  new StoreUnavailable(
    `change ${revision} of partition ${partition} is no longer in the change stream, or not yet: it was trimmed, or the database was replaced, while it was read; run the command again`,
  );
