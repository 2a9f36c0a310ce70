import type { RedisNode } from '../world/redis-node.ts';
import { absent, type Version } from './ledger.ts';

/** The texts of a hash. */
export type Fields = Readonly<Record<string, string>>;

/** An entry of a change stream, see the layout document of the store. */
export interface Entry {
  readonly revision: number;
  readonly service: string;
  readonly id: string;
  readonly operation: string;
  readonly requestId: string;
  /** The last revision of the batch write that it is part of. */
  readonly through: number | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

const pageSize = 2000;

export const revisionKey = (partition: number) => `at:{p${partition}}:revision`;
export const headKey = (partition: number) => `at:{p${partition}}:head`;
export const changesKey = (partition: number) => `at:{p${partition}}:changes`;
export const objectKey = (partition: number, service: string, id: string) => `at:{p${partition}}:${service}:${id}`;

/** The entries of a partition from a revision on, oldest first. */
export async function readEntries(node: RedisNode, partition: number, from: number): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let next = from; ; ) {
    const page = (await node.ask('XRANGE', changesKey(partition), `${next}-0`, '+', 'COUNT', String(pageSize))) as [
      string,
      string[],
    ][];
    entries.push(...page.map(([id, texts]) => entryOf(id, texts)));
    const last = entries.at(-1);
    if (page.length < pageSize || last === undefined) return entries;
    next = last.revision + 1;
  }
}

/** All objects of some services of a partition, by `<service>:<id>`; null: the set of ids names it, and it is not there. */
export async function readObjects(
  node: RedisNode,
  partition: number,
  services: readonly string[],
): Promise<ReadonlyMap<string, Fields | null>> {
  const objects = new Map<string, Fields | null>();
  for (const service of services) {
    const ids = (await node.ask('SMEMBERS', `at:{p${partition}}:all:${service}`)) as string[];
    const hashes = await Promise.all(ids.map((id) => node.ask('HGETALL', objectKey(partition, service, id))));
    for (const [place, id] of ids.entries()) {
      const fields = fieldsOf(hashes[place] as string[]);
      objects.set(`${service}:${id}`, Object.keys(fields).length === 0 ? null : fields);
    }
  }
  return objects;
}

function entryOf(id: string, texts: readonly string[]): Entry {
  const fields = fieldsOf(texts);
  const json = (name: string) => (fields[name] === undefined ? null : (JSON.parse(fields[name]) as Fields));
  return {
    revision: Number(id.split('-')[0]),
    service: fields['service'] ?? '',
    id: fields['id'] ?? '',
    operation: fields['operation'] ?? '',
    requestId: fields['request_id'] ?? '',
    through: fields['through'] === undefined ? null : Number(fields['through']),
    before: json('before'),
    after: json('after'),
  };
}

function fieldsOf(texts: readonly string[] | Fields): Record<string, string> {
  if (!Array.isArray(texts)) return { ...(texts as Fields) };
  const list = texts as readonly string[];
  return Object.fromEntries(
    list.flatMap((name, place) => (place % 2 === 0 ? [[name, list[place + 1] ?? '']] : [])),
  ) as Record<string, string>;
}

/** A tier, of a hash or of a list, as far as the traffic makes it. */
export interface SeenTier {
  readonly code?: string | null | undefined;
  readonly name?: unknown;
  readonly priority?: unknown;
  readonly ym_profile_id?: unknown;
}

/** The name of the object of a tier set in the ledger. */
export const setName = (ymProfileId: number) => `set ${ymProfileId}`;

/** The version of each object of the traffic, in all tiers that are there. A set whose tiers differ is `torn`. */
export function versionsOf(
  tiers: Iterable<SeenTier>,
  sets: ReadonlyMap<number, { readonly tierCount: number }>,
): ReadonlyMap<string, Version> {
  const versions = new Map<string, Version>();
  const names = new Map<number, string[]>();
  for (const { code, name, ym_profile_id: ymProfileId } of tiers) {
    if (sets.has(Number(ymProfileId))) {
      const known = names.get(Number(ymProfileId));
      if (known === undefined) names.set(Number(ymProfileId), [String(name)]);
      else known.push(String(name));
    } else if (typeof code === 'string') versions.set(code, String(name));
  }
  for (const [ymProfileId, { tierCount }] of sets) {
    versions.set(setName(ymProfileId), setVersion(names.get(ymProfileId) ?? [], tierCount));
  }
  return versions;
}

/** The version that all tiers of a set have; `torn: ...` where they differ or some are missing. */
export function setVersion(names: readonly string[], tierCount: number): Version {
  if (names.length === 0) return absent;
  const [first = absent, ...others] = [...new Set(names)];
  return others.length === 0 && names.length === tierCount
    ? first
    : `torn: ${names.length} of ${tierCount} tiers, ${[first, ...others].join(', ')}`;
}
