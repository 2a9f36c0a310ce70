import { type Plain, toHash } from '@auction-tiers/contract';
import type { Actor, StoredResource } from '../port.ts';
import { partitionPrefix } from './key.ts';
import type { Placement } from './placement.ts';

interface Mutation {
  readonly operation: 'create' | 'update' | 'delete';
  readonly resource: StoredResource;
  readonly placement: Placement;
  readonly id: number;
  /** Null for a delete. */
  readonly value: Plain | null;
  /** The expected revision of an update; the limit of a create. */
  readonly guard: number | null;
  readonly actor: Actor;
}

/** The arguments of the `mutate` function, in the order that it documents. */
export function toArguments({ operation, resource, placement, id, value, guard, actor }: Mutation): string[] {
  const { fields } = resource;
  const stamps = new Set(['created_on', 'last_modified'].filter((name) => fields[name] !== undefined));
  const owned =
    fields['member_id'] === undefined || placement.memberId === null ? {} : { member_id: placement.memberId };
  const hash = value === null ? {} : toHash(resource, { ...value, ...owned, id });
  const attributes = Object.entries(hash).filter(([name]) => !stamps.has(name));
  const plan = {
    operation,
    service: resource.service,
    references: resource.references.map(({ field, service }) => ({ field, service })),
    unique: resource.unique.map(({ field }) => ({ field, list: fields[field]?.type === 'array' })),
    cleared: Object.keys(fields).filter((name) => hash[name] === undefined && !stamps.has(name)),
    ...(fields['created_on'] === undefined ? {} : { created: 'created_on' }),
    ...(fields['last_modified'] === undefined ? {} : { modified: 'last_modified' }),
  };
  return [
    partitionPrefix(placement.partition),
    String(placement.partition),
    JSON.stringify(plan),
    String(id),
    placement.memberId === null ? '' : String(placement.memberId),
    actor.user,
    actor.requestId,
    guard === null ? '' : String(guard),
    ...attributes.flat(),
  ];
}
