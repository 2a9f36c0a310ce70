/** Names of everything kept in Redis, as LAYOUT.md documents them. Keys of one partition share its hash tag, so a slot. */

/** Before every key of a partition. */
export function partitionPrefix(partition: number): string {
  return `at:{p${partition}}:`;
}

export function objectKey(partition: number, service: string, id: number): string {
  return `${partitionPrefix(partition)}${service}:${id}`;
}

/** Ids of all objects of a service in a partition. */
export function allKey(partition: number, service: string): string {
  return `${partitionPrefix(partition)}all:${service}`;
}

/** Whose objects they are: a member's, or the installation's own. */
export function ownerName(memberId: number | null): string {
  return memberId === null ? 'shared' : `member:${memberId}`;
}

/** Ids of the objects of a service that one owner has. */
export function ownedKey(partition: number, memberId: number | null, service: string): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:${service}`;
}

/** Value -> id of one owner's objects, by an attribute or secret that no two of them share. */
export function uniqueKey(partition: number, memberId: number | null, service: string, field: string): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:unique:${service}:${field}`;
}

/** What one owner's create under a key came to. */
export function recordKey(partition: number, memberId: number | null, key: string): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:idempotency:${key}`;
}

/** The field of a secret in the hash of its object. */
export function secretField(name: string): string {
  return `_${name}`;
}

export function revisionKey(partition: number): string {
  return `${partitionPrefix(partition)}revision`;
}

export function changesKey(partition: number): string {
  return `${partitionPrefix(partition)}changes`;
}

/** The revisions of one owner's changes. */
export function ownedChangesKey(partition: number, memberId: number | null): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:changes`;
}

export function counterKey(name: string): string {
  return `at:counter:${name}`;
}

/** The id that is reserved for a create whose own partition follows from it. */
export function reservationKey(service: string, key: string): string {
  return `at:reserved:${service}:${key}`;
}

export function tokenKey(sha256: string): string {
  return `at:token:${sha256}`;
}

export function failuresKey(name: string): string {
  return `at:failures:${name}`;
}

export const metaKey = 'at:meta';
export const hintChannel = 'at:hint';
