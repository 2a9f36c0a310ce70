import { type Hash, type Plain, toHash } from '@auction-tiers/contract';
import type { StoredResource } from '../port.ts';
import { partitionPrefix, recordKey, secretField } from './key.ts';
import type { Placement } from './placement.ts';
import type { Wish } from './wish.ts';

/** Set by the functions themselves. */
const stamps: ReadonlySet<string> = new Set(['created_on', 'last_modified']);

/** What the functions must know of a resource. */
export function toPlan({ service, fields, references, ...resource }: StoredResource) {
  return {
    service,
    references: references.map(({ field, service: to }) => ({ field, service: to })),
    unique: uniqueFields({ fields, ...resource }),
    fields: Object.keys(fields).filter((name) => !stamps.has(name)),
    ...(fields['created_on'] === undefined ? {} : { created: 'created_on' }),
    ...(fields['last_modified'] === undefined ? {} : { modified: 'last_modified' }),
  };
}

/** The fields of an object's hash as a writer gives them. */
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

/** The arguments of the `mutate` function, in the order that it documents. Throws at secrets that are not the resource's. */
export function toArguments(wish: Wish, { partition, memberId }: Placement): string[] {
  const { operation, resource, id, value, guard, actor, idempotency } = wish;
  return [
    partitionPrefix(partition),
    String(partition),
    planText(resource, operation, wish.isReserved ?? false),
    id === null ? '' : String(id),
    memberId === null ? '' : String(memberId),
    actor.user,
    actor.requestId,
    guard === null ? '' : String(guard),
    idempotency === undefined ? '' : recordKey(partition, memberId, idempotency.key),
    idempotency?.fingerprint ?? '',
    ...Object.entries(toFields(resource, value, memberId, id)).flat(),
    ...secretFields(wish).flat(),
  ];
}

const planTexts = new WeakMap<StoredResource, Map<string, string>>();

/** A plan is the same for every write of its kind. */
function planText(resource: StoredResource, operation: Wish['operation'], isReserved: boolean): string {
  const texts = planTexts.get(resource) ?? new Map<string, string>();
  planTexts.set(resource, texts);
  const kind = `${operation} ${isReserved}`;
  const text = texts.get(kind) ?? JSON.stringify({ ...toPlan(resource), operation, reserved: isReserved });
  texts.set(kind, text);
  return text;
}

function uniqueFields({ fields, unique, secrets }: Pick<StoredResource, 'fields' | 'unique' | 'secrets'>) {
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
