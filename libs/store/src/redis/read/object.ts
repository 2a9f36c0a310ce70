import { setImmediate } from 'node:timers/promises';
import { readHash, type ServiceName } from '@auction-tiers/contract';
import type { LoadedObject, Secrets, StoredObject, StoredResource } from '../../port/object-store.ts';
import { StoreUnavailable } from '../../port/store-error.ts';
import type { RedisLink } from '../connection/link.ts';
import { isPlaced, placeByIndexes } from './placement.ts';
import {
  allKey,
  objectKey,
  ownedKey,
  pairs,
  type Placement,
  secretField,
  sharedPartition,
  toTexts,
} from '../layout/layout.ts';

/** The most characters and objects that are read together while a partition is loaded: two milliseconds of work. */
const chunkLength = 256 * 1024;
const mostInChunk = 50;

/** The object as last committed; null when there is none or it belongs to another member. */
export async function readObject(
  link: RedisLink,
  resource: StoredResource,
  { partition, memberId }: Placement,
  id: number,
): Promise<StoredObject | null> {
  const [isOwned, flat] = await Promise.all([
    link.run('SISMEMBER', ownedKey(partition, memberId, resource.service), String(id)),
    readHashReply(link, objectKey(partition, resource.service, id)),
  ]);
  return Number(isOwned) === 1 ? toStoredObject(resource, flat) : null;
}

/** The secrets of an object; null as of `readObject`. */
export async function readSecrets(
  link: RedisLink,
  resource: StoredResource,
  { partition, memberId }: Placement,
  id: number,
): Promise<Secrets | null> {
  const names = resource.secrets.map(({ name }) => name);
  const [isOwned, texts] = await Promise.all([
    link.run('SISMEMBER', ownedKey(partition, memberId, resource.service), String(id)),
    link.run('HMGET', objectKey(partition, resource.service, id), ...names.map(secretField)),
  ]);
  if (Number(isOwned) !== 1) return null;
  return Object.fromEntries(toTexts(texts).map((text, index) => [names[index], text]));
}

/** Every object of a partition, as returned by `keep`. Shared objects are read in their own partition only. */
export async function readObjects(
  link: RedisLink,
  partition: number,
  resources: readonly StoredResource[],
  keep: (object: LoadedObject) => LoadedObject,
): Promise<LoadedObject[]> {
  const present = resources.filter(({ owner }) => owner !== 'shared' || partition === sharedPartition);
  const objects: LoadedObject[] = [];
  let count = mostInChunk;
  for (const resource of present) {
    const ids = await readIds(link, allKey(partition, resource.service));
    for (let start = 0; start < ids.length; ) {
      const asked = ids.slice(start, start + count);
      let longest = 1;
      const chunk = await Promise.all(
        asked.map(async (id) => {
          const reply = await readHashReply(link, objectKey(partition, resource.service, id));
          longest = Math.max(longest, lengthOf(reply));
          return loadObject(link, partition, resource, id, reply);
        }),
      );
      for (const loaded of chunk) objects.push(...loaded.map(keep));
      start += asked.length;
      // Each of the next objects may be as long as the longest of these.
      count = Math.min(mostInChunk, Math.max(1, Math.floor(chunkLength / longest)));
    }
  }
  return objects;
}

const lengthOf = (reply: unknown): number =>
  Array.isArray(reply) ? reply.reduce<number>((sum, text) => sum + String(text).length, 0) : 0;

/** An empty list if the object does not exist. */
async function loadObject(
  link: RedisLink,
  partition: number,
  resource: StoredResource,
  id: number,
  reply: unknown,
): Promise<LoadedObject[]> {
  const read = toStoredObject(resource, reply);
  if (read === null) return [];
  const stored = isPlaced(resource, read) ? read : await placeByIndexes(link, partition, resource, id, read);
  return [{ service: resource.service as ServiceName, id, ...stored }];
}

/** The most ids that are sorted together: some tenths of a millisecond. */
const idsPerGroup = 4096;

/** The ids of a set, ascending. */
async function readIds(link: RedisLink, key: string): Promise<number[]> {
  // Sets, because SSCAN may return an id twice; several sets, because a large one takes milliseconds to grow.
  const groups = new Map<number, Set<number>>();
  let cursor = '0';
  do {
    const reply = await link.run('SSCAN', key, cursor, 'COUNT', '1000');
    const [next, page] = Array.isArray(reply) ? (reply as unknown[]) : [];
    for (const id of toTexts(page).map(Number)) {
      const group = Math.floor(id / idsPerGroup);
      groups.set(group, (groups.get(group) ?? new Set()).add(id));
    }
    cursor = String(next);
  } while (cursor !== '0');
  const ids: number[] = [];
  for (const [, group] of [...groups].toSorted(([one], [other]) => one - other)) {
    ids.push(...Float64Array.from(group).toSorted());
    await setImmediate();
  }
  return ids;
}

/** The reply to HGETALL, or the error that says why the key cannot be read: it may hold another type. */
async function readHashReply(link: RedisLink, key: string): Promise<unknown> {
  try {
    return await link.run('HGETALL', key);
  } catch (error) {
    if (error instanceof StoreUnavailable || !(error instanceof Error)) throw error;
    return error;
  }
}

/** Null: there is no object. */
function toStoredObject(resource: StoredResource, reply: unknown): StoredObject | null {
  if (reply instanceof Error) return { value: {}, revision: Number.NaN, problem: 'its key does not hold a hash' };
  const hash = pairs(toTexts(reply));
  const fields = Object.keys(hash);
  if (fields.length === 0) return null;
  const { value, unreadable } = readHash(resource, hash);
  const revision = Number(hash['_revision'] ?? Number.NaN);
  const wrong = Number.isSafeInteger(revision) ? unreadable : ['_revision', ...unreadable];
  if (wrong.length === 0) return { value, revision };
  return { value, revision, problem: `not of the form that this version reads: ${wrong.join(', ')}` };
}
