import type { StoredResource } from '../port/object-store.ts';
import { allKey, ownedKey, referrersKey, uniqueKey } from '../redis/layout/layout.ts';
import { toWriteSchema } from '../redis/write/write.ts';
import type { Owner } from '../redis/layout/key.ts';
import type { StoredHash } from './stored-hash.ts';

/** One entry of an index: a member of a set (then `value` is null), or a field of a hash with its value. */
export interface IndexEntry {
  readonly key: string;
  readonly field: string;
  readonly value: string | null;
}

/**
 * The entries that the indexes must have for an object, as LAYOUT.md says. Throws for a list attribute with unique
 * elements that is no JSON list.
 */
export function indexEntriesOf(
  resource: StoredResource,
  partition: number,
  owner: Owner,
  { service, id, hash }: StoredHash,
): IndexEntry[] {
  const { references, unique } = toWriteSchema(resource);
  const own = String(id);
  return [
    { key: allKey(partition, service), field: own, value: null },
    { key: ownedKey(partition, owner, service), field: own, value: null },
    ...unique.flatMap(({ field, list }) =>
      heldValues(hash[field], list).map((text) => ({
        key: uniqueKey(partition, owner, service, field),
        field: text,
        value: own,
      })),
    ),
    ...references.flatMap(({ field, service: to }) => {
      const target = Number(hash[field] ?? Number.NaN);
      if (!Number.isSafeInteger(target)) return [];
      return [{ key: referrersKey(partition, to, target), field: `${service}:${field}:${own}`, value: null }];
    }),
  ];
}

function heldValues(text: string | undefined, isList: boolean): string[] {
  if (text === undefined) return [];
  if (!isList) return [text];
  const elements: unknown = JSON.parse(text);
  if (!Array.isArray(elements)) throw new TypeError('a unique attribute is no list');
  return elements.map(String);
}
