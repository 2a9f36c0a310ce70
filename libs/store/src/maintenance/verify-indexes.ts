import { readFileSync } from 'node:fs';
import { objectKey, pairs, partitionPrefix, toTexts } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';
import { type IndexEntry, indexEntriesOf } from './index-entry.ts';
import { parseKey, type PartitionKey } from '../redis/layout/key.ts';
import type { PartitionState } from './partition-state.ts';
import { definitionOf, findHashProblem, ownerOf, type StoredHash } from './stored-hash.ts';

const readEntry = readFileSync(new URL('../../lua/read-entry.lua', import.meta.url), 'utf8');

/** Entries of an index that are read together. */
const readAtOnce = 500;

/** The result of comparing the indexes of a partition. */
interface ComparedIndexes {
  /** The number of entries compared. */
  readonly count: number;
  /** Keys that are missing whole: indexes that objects need, and objects that indexes name. */
  readonly lost: ReadonlySet<string>;
  /** The first other difference; null: there is none. */
  readonly difference: string | null;
}

/**
 * Compares the indexes of a partition with its objects, in both directions. Writes may continue, so an apparently wrong
 * entry is read again in one command with its object: a write changes both atomically.
 */
export async function verifyIndexes(
  connection: Connection,
  state: PartitionState,
  keys: ReadonlyMap<string, PartitionKey>,
): Promise<ComparedIndexes> {
  const expected = expectedEntries(state);
  const names = new Set(expected.keys());
  for (const [name, { kind }] of keys) {
    if (kind === 'all' || kind === 'owned' || kind === 'unique' || kind === 'referrers') names.add(name);
  }
  const lost = new Set<string>();
  let first: string | null = null;
  let count = 0;
  for (const name of [...names].toSorted()) {
    const wanted = expected.get(name) ?? new Map<string, string | null>();
    const found = await readIndex(connection, name);
    if (found === null) return { count, lost, difference: `${name} is an index and holds something else` };
    count += found.size;
    for (const [field, value] of wanted) {
      if (found.has(field) && (value === null || found.get(field) === value)) continue;
      const difference = await recheck(connection, state.partition, { key: name, field, value });
      if (difference === null) continue;
      if (found.size > 0) return { count, lost, difference: difference.text };
      // All of its entries are missing with it.
      lost.add(name);
      break;
    }
    for (const [field, value] of found) {
      if (wanted.has(field)) continue;
      const difference = await recheck(connection, state.partition, { key: name, field, value });
      if (difference === null || state.strangeKeys.includes(difference.lost ?? '')) continue;
      if (difference.lost === null) return { count, lost, difference: difference.text };
      // The sets of ids say which objects there are; other entries may be left over.
      const kind = keys.get(name)?.kind;
      if (kind === 'all' || kind === 'owned') lost.add(difference.lost);
      else first ??= difference.text;
    }
  }
  return { count, lost, difference: first };
}

function expectedEntries({ partition, objects }: PartitionState): Map<string, Map<string, string | null>> {
  const expected = new Map<string, Map<string, string | null>>();
  for (const object of objects.values()) {
    for (const { key, field, value } of entriesOf(partition, object)) {
      const entries = expected.get(key) ?? new Map<string, string | null>();
      expected.set(key, entries.set(field, value));
    }
  }
  return expected;
}

/** Empty for unreadable objects, which `inspect` reports: the indexes of their attributes cannot be determined. */
function entriesOf(partition: number, object: StoredHash): IndexEntry[] {
  const definition = definitionOf(object.service);
  if (definition === undefined || findHashProblem(object) !== null) return [];
  return indexEntriesOf(definition, partition, ownerOf(object), object);
}

/** The entries of a set (values are null) or of a hash; null: another type. Empty: the key does not exist. */
async function readIndex(connection: Connection, key: string): Promise<Map<string, string | null> | null> {
  const type = await connection.run('TYPE', key);
  if (type === 'none') return new Map();
  if (type !== 'set' && type !== 'hash') return null;
  const found = new Map<string, string | null>();
  let cursor = '0';
  do {
    const command = type === 'set' ? 'SSCAN' : 'HSCAN';
    const [next, page] = (await connection.run(command, key, cursor, 'COUNT', readAtOnce)) as [string, unknown];
    if (type === 'set') for (const member of toTexts(page)) found.set(member, null);
    else for (const [field, value] of Object.entries(pairs(toTexts(page)))) found.set(field, value);
    cursor = next;
  } while (cursor !== '0');
  return found;
}

/** How an entry differs; `lost`: the key of the object that it names, where that is missing. */
interface Difference {
  readonly text: string;
  readonly lost: string | null;
}

/** Reads an entry and the objects it may name at one moment. Returns the difference, or null. */
async function recheck(connection: Connection, partition: number, entry: IndexEntry): Promise<Difference | null> {
  const named = namedObjects(partition, entry);
  const keys = named.map(({ service, id }) => objectKey(partition, service, id));
  const args = [readEntry, 1, entry.key, entry.field, ...keys];
  const [value, hashes] = (await connection.runOn(entry.key, 'EVAL_RO', ...args)) as [string, unknown[]];
  const objects = named.map((one, at) => ({ ...one, hash: pairs(toTexts(hashes[at])) }));
  const present = objects.filter(({ hash }) => Object.keys(hash).length > 0);
  // The entries of an unreadable object cannot be determined.
  if (present.some((object) => findHashProblem(object) !== null)) return null;
  const holders = present.filter((object) =>
    entriesOf(partition, object).some(({ key, field }) => key === entry.key && field === entry.field),
  );
  const [holder] = holders;
  const shown = shownField(entry);
  if (holder === undefined) {
    if (value === '') return null;
    const [target] = keys;
    const isLost = target !== undefined && present.length === 0;
    const text = `the index ${entry.key} has ${shown}, but ${target ?? 'no object'} does not say so`;
    return { text, lost: isLost ? target : null };
  }
  const holderKey = objectKey(partition, holder.service, holder.id);
  if (value === '') return { text: `the index ${entry.key} lacks ${shown}, which ${holderKey} has`, lost: null };
  const isRight = entry.value === null || holders.some(({ id }) => String(id) === value);
  if (isRight) return null;
  return { text: `the index ${entry.key} has ${shown} for object ${value}, but ${holderKey} has it`, lost: null };
}

/** An indexed secret is not shown. */
const shownField = ({ key, field }: IndexEntry) => (/:_[^:]*$/.test(key) ? 'a secret' : JSON.stringify(field));

/** The objects that an entry may name; for a unique value, the object that the index names for it. */
function namedObjects(partition: number, { key, field, value }: IndexEntry): { service: string; id: number }[] {
  const parsed = parseKey(key)?.key;
  if (parsed === undefined || !key.startsWith(partitionPrefix(partition))) return [];
  if (parsed.kind === 'all' || parsed.kind === 'owned') return toObject(parsed.service, field);
  if (parsed.kind === 'unique') return toObject(parsed.service, value ?? '');
  const [service = '', , id = ''] = field.split(':');
  return toObject(service, id);
}

const toObject = (service: string, id: string) => (/^[1-9]\d*$/.test(id) ? [{ service, id: Number(id) }] : []);
