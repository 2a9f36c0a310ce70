import { findStoredProblem, type Hash, readHash, storedResources } from '@auction-tiers/contract';

/** An object as its hash has it, whether or not this version can read it. */
export interface StoredHash {
  readonly service: string;
  readonly id: number;
  /** All fields, with `_revision` and the secrets. */
  readonly hash: Hash;
}

/** The name of an object in a partition. */
export const nameOf = (service: string, id: number): string => `${service}:${id}`;

const definitions = new Map<string, (typeof storedResources)[number]>(
  storedResources.map((resource) => [resource.service, resource]),
);

/** The definition of a stored service; undefined for one that this version does not know. */
export const definitionOf = (service: string) => definitions.get(service);

/** The member in an object's hash; null: the installation, or an unreadable value. */
export function ownerOf({ service, id, hash }: StoredHash): number | null {
  const owner = definitionOf(service)?.owner;
  if (owner === 'self') return id;
  const member = Number(hash['member_id']);
  return owner === 'member' && Number.isSafeInteger(member) && member >= 1 ? member : null;
}

/** Why this version cannot read an object, without any of its values; null: it can. */
export function findHashProblem({ service, id, hash }: StoredHash): string | null {
  const definition = definitionOf(service);
  if (definition === undefined) return `this version does not know the service ${service}`;
  if (!/^[1-9]\d{0,15}$/.test(hash['_revision'] ?? '')) return 'its _revision is no revision';
  const { value, unreadable } = readHash(definition, hash);
  if (unreadable.length > 0) return `not of the form that this version reads: ${unreadable.join(', ')}`;
  const problem = findStoredProblem(definition, value);
  if (problem !== null) return problem.message;
  return value['id'] === id ? null : 'its attribute id is not the id in its key';
}
