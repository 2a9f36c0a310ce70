import { type Hash, type Plain, toHash } from '@auction-tiers/contract';
import type { StoredResource } from '../../port/object-store.ts';
import { secretField } from '../layout/key.ts';

/** Attributes that the functions set themselves. */
const stamps: ReadonlySet<string> = new Set(['created_on', 'last_modified']);

/** What the functions must know of a resource to write its objects, as `lua/batch.lua` documents it. */
export function toWriteSchema({ service, fields, references, unique, secrets }: StoredResource) {
  return {
    service,
    references: references.map(({ field, service: to }) => ({ field, service: to })),
    unique: [
      ...unique.map(({ field }) => ({ field, list: fields[field]?.type === 'array', secret: false })),
      ...secrets
        .filter(({ isUnique }) => isUnique === true)
        .map(({ name }) => ({ field: secretField(name), list: false, secret: true })),
    ],
    fields: Object.keys(fields).filter((name) => !stamps.has(name)),
    ...(fields['created_on'] === undefined ? {} : { created: 'created_on' }),
    ...(fields['last_modified'] === undefined ? {} : { modified: 'last_modified' }),
  };
}

/** The fields of an object's hash, without those that the functions set; none for a delete. */
export function toFields(
  resource: StoredResource,
  value: Plain | null,
  memberId: number | null,
  id: number | null,
): Hash {
  if (value === null) return {};
  const owned = resource.fields['member_id'] === undefined || memberId === null ? {} : { member_id: memberId };
  const hash = toHash(resource, { ...value, ...owned, id });
  for (const stamp of stamps) delete hash[stamp];
  return hash;
}
