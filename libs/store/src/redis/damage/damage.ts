import { readFileSync } from 'node:fs';
import { storedResources } from '@auction-tiers/contract';
import { restoringLayout } from '../connection/server.ts';
import { highestCounted } from '../history/newest.ts';
import { type Owner, parseKey } from '../layout/key.ts';
import { allKey, counterKey, epochKey, metaKey, partitionPrefix, revisionKey, toTexts } from '../layout/layout.ts';
import { toWriteSchema } from '../write/write.ts';
import { countIn, type DamageReader, findLostMarks } from './marks.ts';

const read = (name: string) => readFileSync(new URL(`../../../lua/${name}.lua`, import.meta.url), 'utf8');
const script = read('find-lost');
const stepsScript = read('find-lost-steps');

/** The losses of a database that was used: Redis has evicted keys, or another program or a person has deleted them. */
export interface Damage {
  /** The number of partition keys that exist. */
  readonly present: number;
  /** The lost keys, or changes of a stream. Never empty. */
  readonly lost: readonly string[];
}

/** The loss, for a message. */
export function damageText({ present, lost }: Damage): string {
  const [first] = lost;
  const what = lost.length === 1 ? `${first} is missing` : `${lost.length} are missing, first ${first}`;
  return `${present} keys of auction-tiers are here, but ${what}`;
}

/** The most ids or sets that are checked together: about a millisecond of work for Redis. */
const atOnce = 200;

/**
 * Finds what a used database has lost: its marks (`at:meta`; of each partition epoch, revision, head and changes),
 * hashes that an index names, indexes that a hash needs, counters. Null: nothing, or the database was never used. Only
 * whole keys count: an attribute that another program has changed is no loss, and other objects stay usable. Writes may
 * continue: later reads are never older, and each object is compared with its indexes at one moment.
 */
export async function findDamage(reader: DamageReader): Promise<Damage | null> {
  const before = await readMeta(reader);
  const revisions = await Promise.all(
    numbersBelow(Number(before.partitions ?? 0)).map((partition) => readRevision(reader, partition)),
  );
  const found = new Map<number, PartitionKeys>();
  for await (const keys of reader.scan('at:{p*')) for (const key of keys) note(found, key);
  if (![...found.values()].some(({ hasData }) => hasData)) return null;

  const meta = await readMeta(reader);
  const partitions = Number(meta.partitions ?? Math.max(...found.keys()) + 1);
  const missing = Object.entries(meta).flatMap(([field, text]) => (text === null ? [`${field} of ${metaKey}`] : []));
  const lost = missing.length === Object.keys(meta).length ? [metaKey] : missing;
  for (const partition of numbersBelow(partitions)) {
    const keys = found.get(partition) ?? new PartitionKeys();
    // Pushed one by one: a hundred thousand arguments are too many for one call.
    for (const key of await findLostIn(reader, partition, keys, revisions[partition] ?? 0)) lost.push(key);
  }
  for (const service of new Set([...found.values()].flatMap(({ counted }) => [...counted]))) {
    const key = counterKey(service);
    if (countIn(await reader.ask(key, 'GET', key)) === null) lost.push(`the number in ${key}`);
  }
  const present = [...found.values()].reduce((sum, { count }) => sum + count, 0);
  if (lost.length === 0) return null;
  // What a restore removes is not lost. During a restore nothing is reported; after one, the new database is checked.
  const { layout, epoch } = await readMeta(reader);
  if (layout === restoringLayout) return null;
  return epoch === before.epoch ? { present, lost } : findDamage(reader);
}

const numbersBelow = (count: number) => [...Array.from({ length: count }).keys()];

async function readMeta({ ask }: DamageReader) {
  const fields = ['layout', 'partitions', 'epoch'] as const;
  const [layout, partitions, epoch] = (await ask(metaKey, 'HMGET', metaKey, ...fields)) as (string | null)[];
  return { layout: layout ?? null, partitions: partitions ?? null, epoch: epoch ?? null };
}

async function readRevision({ ask }: DamageReader, partition: number): Promise<number> {
  const key = revisionKey(partition);
  return countIn(await ask(key, 'GET', key)) ?? 0;
}

/** The keys of a partition that name other keys. */
class PartitionKeys {
  count = 0;
  hasData = false;
  /** Services with a hash or an index, each with one of these keys. */
  readonly services = new Map<string, string>();
  /** The services whose ids come from their counter. */
  readonly counted = new Set<string>();
  readonly owned: { readonly key: string; readonly owner: Owner; readonly service: string }[] = [];
  /** The lists of owners' revisions. */
  readonly lists: string[] = [];
  /** The sets of ym-profiles that have steps. */
  readonly stepped: string[] = [];
}

function note(found: Map<number, PartitionKeys>, name: string): void {
  const parsed = parseKey(name);
  if (parsed === undefined) return;
  const { partition, key } = parsed;
  const keys = found.get(partition) ?? new PartitionKeys();
  found.set(partition, keys);
  keys.count += 1;
  if (key.kind === 'object' || key.kind === 'all' || key.kind === 'owned') keys.services.set(key.service, name);
  if (key.kind === 'object' && key.id <= highestCounted) keys.counted.add(key.service);
  if (key.kind === 'owned') keys.owned.push({ key: name, owner: key.owner, service: key.service });
  if (key.kind === 'ownedChanges') keys.lists.push(name);
  if (key.kind === 'steps' && name.endsWith(':steps')) keys.stepped.push(name);
  keys.hasData ||= isData(name, key.kind);
}

/** Whether a key is written with the first change of a partition, or later. */
const isData = (name: string, kind: string): boolean =>
  ['object', 'all', 'owned', 'unique', 'referrers', 'ownedChanges', 'steps'].includes(kind) ||
  (kind === 'place' && /:(?:revision|head|changes)$/.test(name));

async function findLostIn(
  reader: DamageReader,
  partition: number,
  keys: PartitionKeys,
  through: number,
): Promise<string[]> {
  if (!keys.hasData) {
    const epoch = epochKey(partition);
    return Number(await reader.ask(epoch, 'EXISTS', epoch)) === 1 ? [] : [epoch];
  }
  const lost = await findLostMarks(reader, partition, through, {
    lists: keys.lists,
    owners: keys.owned.map(({ owner }) => owner),
  });
  for (const service of keys.services.keys()) {
    for (const key of await findLostObjects(reader, partition, keys, service)) lost.push(key);
  }
  for (const sets of inGroups(keys.stepped)) {
    const [first = ''] = sets;
    lost.push(...toTexts(await reader.ask(first, 'EVAL_RO', stepsScript, String(sets.length), ...sets)));
  }
  return lost;
}

/** Missing hashes of a service, and missing indexes of the hashes that are there. */
async function findLostObjects(
  reader: DamageReader,
  partition: number,
  { owned, services }: PartitionKeys,
  service: string,
): Promise<string[]> {
  const definition = storedResources.find((one) => one.service === service);
  const schema = definition === undefined ? { service } : toWriteSchema(definition);
  const asked = { prefix: partitionPrefix(partition), owner: definition?.owner ?? 'none', schema };
  const all = allKey(partition, service);
  const sets = owned.filter((one) => one.service === service).map(({ key }) => key);
  // Removing the last object of a service also removes its indexes.
  const others = [services.get(service) ?? all, ...sets.slice(0, mostArguments)];
  const isLost = Number(await reader.ask(all, 'EVAL_RO', isMissing, '1', all, ...others)) > 0;
  const lost = new Set(isLost ? [all] : []);
  for (const set of isLost ? sets : [all]) {
    for (const { key, id } of await findLost(reader, { ...asked, set })) {
      const kind = parseKey(key)?.key.kind;
      // If another program has changed the member in a hash, the object is still in the former member's set.
      const isMoved = kind === 'owned' && (await isInOne(reader, sets, id));
      if (!isMoved) lost.add(kind === 'object' ? `${key}, which ${set} names` : key);
    }
  }
  return [...lost];
}

/** The most keys that one command names. */
const mostArguments = 1000;
/** The number of other keys that exist while a key is missing. */
const isMissing = "return redis.call('EXISTS', KEYS[1]) == 1 and 0 or redis.call('EXISTS', unpack(ARGV))";

async function isInOne({ ask }: DamageReader, sets: readonly string[], id: string): Promise<boolean> {
  for (const set of sets) if (Number(await ask(set, 'SISMEMBER', set, id)) === 1) return true;
  return false;
}

/** A set of ids, and what `find-lost.lua` needs about its objects. */
interface Asked {
  readonly set: string;
  readonly prefix: string;
  readonly owner: string;
  readonly schema: object;
}

async function findLost({ ask }: DamageReader, { set, prefix, owner, schema }: Asked) {
  const lost: { readonly key: string; readonly id: string }[] = [];
  // A key of another type is reported where it is read.
  if ((await ask(set, 'TYPE', set)) !== 'set') return lost;
  const args = [prefix, owner, JSON.stringify(schema)];
  let cursor = '0';
  do {
    const [next, ids] = (await ask(set, 'SSCAN', set, cursor, 'COUNT', String(atOnce))) as [string, string[]];
    cursor = next;
    // SSCAN returns a small set as a whole, regardless of COUNT.
    const replies = await Promise.all(
      inGroups(ids).map((group) => ask(set, 'EVAL_RO', script, '1', set, ...args, ...group)),
    );
    for (const texts of replies.map(toTexts)) {
      for (let at = 0; at < texts.length; at += 2) lost.push({ key: texts[at] ?? '', id: texts[at + 1] ?? '' });
    }
  } while (cursor !== '0');
  return lost;
}

const inGroups = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / atOnce) }, (_, at) => names.slice(at * atOnce, (at + 1) * atOnce));
