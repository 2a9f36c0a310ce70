import { toHash } from '@auction-tiers/contract';
import type { StoredResource } from '../port.ts';
import { partitionPrefix, recordKey, secretField } from './key.ts';
import type { Placement } from './placement.ts';
import type { Wish } from './wish.ts';

/** The arguments of the `mutate` function, in the order that it documents. Throws at secrets that are not the resource's. */
export function toArguments(wish: Wish, { partition, memberId }: Placement): string[] {
  const { operation, resource, id, value, guard, actor, idempotency } = wish;
  const { fields } = resource;
  const stamps = new Set(['created_on', 'last_modified'].filter((name) => fields[name] !== undefined));
  const owned = fields['member_id'] === undefined || memberId === null ? {} : { member_id: memberId };
  const hash = value === null ? {} : toHash(resource, { ...value, ...owned, id });
  const attributes = Object.entries(hash).filter(([name]) => !stamps.has(name));
  const plan = {
    operation,
    service: resource.service,
    references: resource.references.map(({ field, service }) => ({ field, service })),
    unique: uniqueFields(resource),
    cleared: Object.keys(fields).filter((name) => hash[name] === undefined && !stamps.has(name)),
    reserved: wish.isReserved ?? false,
    ...(fields['created_on'] === undefined ? {} : { created: 'created_on' }),
    ...(fields['last_modified'] === undefined ? {} : { modified: 'last_modified' }),
  };
  return [
    partitionPrefix(partition),
    String(partition),
    JSON.stringify(plan),
    String(id),
    memberId === null ? '' : String(memberId),
    actor.user,
    actor.requestId,
    guard === null ? '' : String(guard),
    idempotency === undefined ? '' : recordKey(partition, memberId, idempotency.key),
    idempotency?.fingerprint ?? '',
    ...attributes.flat(),
    ...secretFields(wish).flat(),
  ];
}

function uniqueFields({ fields, unique, secrets }: StoredResource) {
  return [
    ...unique.map(({ field }) => ({ field, list: fields[field]?.type === 'array', secret: false })),
    ...secrets
      .filter(({ isUnique }) => isUnique === true)
      .map(({ name }) => ({ field: secretField(name), list: false, secret: true })),
  ];
}

function secretFields({ operation, resource, secrets = {} }: Wish): [field: string, text: string][] {
  const names = resource.secrets.map(({ name }) => name);
  const given = Object.keys(secrets);
  const isLacking = operation === 'create' && names.some((name) => !given.includes(name));
  if (isLacking || given.some((name) => !names.includes(name))) {
    const [seen, allowed] = [given, names].map((list) => list.join(', ') || 'none');
    throw new TypeError(
      `The secrets given to ${operation} a ${resource.service} are: ${seen}; allowed: ${allowed}, and a create needs all`,
    );
  }
  return Object.entries(secrets).map(([name, text]) => [secretField(name), text]);
}
