import { fromHash, type Plain, type ServiceName } from '@auction-tiers/contract';
import type { Change, LoadedObject, StoredObject, StoredResource } from '../../port/object-store.ts';
import type { RedisLink } from '../connection/link.ts';
import {
  allKey,
  changesKey,
  objectKey,
  ownedChangesKey,
  ownedKey,
  type Placement,
  revisionKey,
  sharedPartition,
} from '../layout/key.ts';
import { pairs, toChange, toTexts } from '../layout/reply.ts';

/** Objects read together while a partition is loaded: a few hundred kilobytes. */
const chunkSize = 500;

/** The object as last committed; null when there is none or it belongs to another member. */
export async function readObject(
  link: RedisLink,
  resource: StoredResource,
  { partition, memberId }: Placement,
  id: number,
): Promise<StoredObject | null> {
  const [isOwned, flat] = await Promise.all([
    link.run('SISMEMBER', ownedKey(partition, memberId, resource.service), String(id)),
    link.run('HGETALL', objectKey(partition, resource.service, id)),
  ]);
  return Number(isOwned) === 1 ? toStoredObject(resource, flat) : null;
}

/** The last committed revision of a partition; 0 when it was never written to. */
export async function readRevision(link: RedisLink, partition: number): Promise<number> {
  return Number((await link.run('GET', revisionKey(partition))) ?? 0);
}

/**
 * Every object of a partition. The revision is read first: a change that is committed while the objects are read comes
 * again with the changes after that revision. Shared objects are read in their own partition only.
 */
export async function readPartition(
  link: RedisLink,
  partition: number,
  resources: readonly StoredResource[],
): Promise<{ revision: number; objects: LoadedObject[] }> {
  const revision = await readRevision(link, partition);
  const present = resources.filter(({ owner }) => owner !== 'shared' || partition === sharedPartition);
  const named = await Promise.all(
    present.map(async (resource) => {
      const ids = await readIds(link, allKey(partition, resource.service));
      return ids.map((id) => ({ resource, id }));
    }),
  );
  const wanted = named.flat();
  const objects: LoadedObject[] = [];
  for (let start = 0; start < wanted.length; start += chunkSize) {
    const chunk = await Promise.all(
      wanted.slice(start, start + chunkSize).map(async ({ resource, id }) => {
        const stored = toStoredObject(resource, await link.run('HGETALL', objectKey(partition, resource.service, id)));
        return stored === null ? [] : [{ service: resource.service as ServiceName, id, ...stored }];
      }),
    );
    objects.push(...chunk.flat());
  }
  return { revision, objects };
}

/** Changes from a revision on, including it, oldest first. */
export async function readChanges(link: RedisLink, partition: number, from: number, count: number): Promise<Change[]> {
  const entries = await link.run('XRANGE', changesKey(partition), `${from}-0`, '+', 'COUNT', String(count));
  return Array.isArray(entries) ? entries.map((entry) => toChange(partition, entry)) : [];
}

/** A page of one owner's change log, newest first. Trimmed changes are not counted. */
export async function readChangeLog(
  link: RedisLink,
  { partition, memberId }: Placement,
  start: number,
  count: number,
): Promise<{ changes: Change[]; total: number }> {
  const [oldest] = await readChanges(link, partition, 1, 1);
  if (oldest === undefined) return { changes: [], total: 0 };
  const key = ownedChangesKey(partition, memberId);
  const first = String(oldest.revision);
  const [total, revisions] = await Promise.all([
    link.run('ZCOUNT', key, first, '+inf'),
    count <= 0 ? [] : link.run('ZRANGE', key, '+inf', first, 'BYSCORE', 'REV', 'LIMIT', String(start), String(count)),
  ]);
  const entries = await Promise.all(
    toTexts(revisions).map((revision) => link.run('XRANGE', changesKey(partition), `${revision}-0`, `${revision}-0`)),
  );
  const changes = entries.flatMap((entry) => (Array.isArray(entry) ? entry : []));
  return { changes: changes.map((entry) => toChange(partition, entry)), total: Number(total) };
}

async function readIds(link: RedisLink, key: string): Promise<number[]> {
  const ids = new Set<string>();
  let cursor = '0';
  do {
    const reply = await link.run('SSCAN', key, cursor, 'COUNT', '1000');
    const [next, page] = Array.isArray(reply) ? (reply as unknown[]) : [];
    for (const id of toTexts(page)) ids.add(id);
    cursor = String(next);
  } while (cursor !== '0');
  return [...ids].map(Number).toSorted((a, b) => a - b);
}

function toStoredObject(resource: StoredResource, flat: unknown): StoredObject | null {
  const hash = pairs(toTexts(flat));
  const revision = hash['_revision'];
  if (revision === undefined) return null;
  const value: Plain = fromHash(resource, hash);
  return { value, revision: Number(revision) };
}
