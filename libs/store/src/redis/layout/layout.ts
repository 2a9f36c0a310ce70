/**
 * The keys in Redis and the texts in them, as LAYOUT.md documents them. Keys of one partition share its hash tag, so they
 * share a slot.
 */

import { type Hash, isSameValue, type Plain, readHash } from '@auction-tiers/contract';
import type { StoredResource } from '../../port/object-store.ts';

/** The partition of the installation's own objects. */
export const sharedPartition = 0;

/** The partition of an object, and its owner. */
export interface Placement {
  readonly partition: number;
  /** Null for the installation's own objects. */
  readonly memberId: number | null;
}

/**
 * Null when the object cannot belong to this member. Throws for a member's resource without a member, and for a resource
 * that is its own owner without an id.
 */
export function place(
  resource: StoredResource,
  memberId: number | null,
  id: number | null,
  partitions: number,
): Placement | null {
  switch (resource.owner) {
    case 'shared':
      return { partition: sharedPartition, memberId: null };
    case 'self':
      if (id === null) throw new TypeError(`${resource.service} is its own owner: its id is needed`);
      return memberId === null || memberId === id ? { partition: id % partitions, memberId: id } : null;
    case 'member':
      if (memberId === null) throw new TypeError(`${resource.service} belongs to members: a memberId is needed`);
      return { partition: memberId % partitions, memberId };
  }
}

/** The prefix of every key of a partition. */
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

/** The owner as keys name it: a member, or the installation. */
function ownerName(memberId: number | null): string {
  return memberId === null ? 'shared' : `member:${memberId}`;
}

/** Ids of one owner's objects of a service. */
export function ownedKey(partition: number, memberId: number | null, service: string): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:${service}`;
}

/** The objects that refer to an object, each as `<service>:<attribute>:<id>`. */
export function referrersKey(partition: number, service: string, id: number): string {
  return `${partitionPrefix(partition)}referrers:${service}:${id}`;
}

/** Value -> id of one owner's objects, for an attribute or secret that must be unique among them. */
export function uniqueKey(partition: number, memberId: number | null, service: string, field: string): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:unique:${service}:${field}`;
}

/** The record of one owner's create or batch write under an idempotency key. */
export function recordKey(partition: number, memberId: number | null, key: string): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:idempotency:${key}`;
}

/** The staged texts of a batch write, until it is executed. */
export function stagedKey(partition: number, memberId: number, name: string): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:staged:${name}`;
}

/** The field of a secret in the hash of its object. */
export function secretField(name: string): string {
  return `_${name}`;
}

export function revisionKey(partition: number): string {
  return `${partitionPrefix(partition)}revision`;
}

/** The epoch of the database that the partition belongs to. */
export function epochKey(partition: number): string {
  return `${partitionPrefix(partition)}epoch`;
}

/** The revision of the last change, and its mark. */
export function headKey(partition: number): string {
  return `${partitionPrefix(partition)}head`;
}

export function changesKey(partition: number): string {
  return `${partitionPrefix(partition)}changes`;
}

/** The revisions of one owner's changes. */
export function ownedChangesKey(partition: number, memberId: number | null): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:changes`;
}

/** The counts of a ym-profile in an hour or day, or its `seconds`. */
export function reportKey(partition: number, memberId: number, ymProfileId: number, time: string): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:report:${ymProfileId}:${time}`;
}

/** The state of the counting processes. */
export function reportProcessesKey(partition: number): string {
  return `${partitionPrefix(partition)}report:processes`;
}

/** The ym-profiles of an owner that have steps; contains 0 once the steps of all its changes are known. */
export function stepsOwnerKey(partition: number, memberId: number | null): string {
  return `${partitionPrefix(partition)}${ownerName(memberId)}:steps`;
}

/** The steps of a ym-profile. */
export function stepsKey(partition: number, memberId: number, ymProfileId: number): string {
  return `${stepsOwnerKey(partition, memberId)}:${ymProfileId}`;
}

export function counterKey(name: string): string {
  return `at:counter:${name}`;
}

/** The reserved id for a create whose partition depends on the id. */
export function reservationKey(service: string, key: string): string {
  return `at:reserved:${service}:${key}`;
}

export function leaseKey(name: string): string {
  return `at:lease:${name}`;
}

export function demoKey(): string {
  return 'at:demo';
}

export function tokenKey(sha256: string): string {
  return `at:token:${sha256}`;
}

/** The users that have a draft open. */
export function openByKey(memberId: number, draftId: number): string {
  return `at:open:${memberId}:${draftId}`;
}

export function keyUseKey(sha256: string): string {
  return `at:key-use:${sha256}`;
}

/** The stream of logins and of tokens that ended before their time. */
export const tokenEventsKey = 'at:token-events';

export function failuresKey(name: string): string {
  return `at:failures:${name}`;
}

/** The mails that a member had sent in an hour. */
export const mailsKey = (memberId: number): string => `at:mails:${memberId}`;

export const metaKey = 'at:meta';
/** Pub/sub channel of change notifications. */
export const changeChannel = 'at:hint';

/** A reply that is a list of texts. */
export function toTexts(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw new TypeError(`Redis replied ${typeof reply}, expected: a list`);
  return reply.map(String);
}

/** Field, text, field, text, ... as an object. It has no prototype, so that any field name is allowed. */
export function pairs(flat: readonly string[]): Hash {
  const hash: Hash = Object.create(null) as Hash;
  for (let at = 0; at + 1 < flat.length; at += 2) hash[flat[at] ?? ''] = flat[at + 1] ?? '';
  return hash;
}

/** An object, as far as it is readable. */
interface Image {
  readonly value: Plain | null;
  /** Why a part is unreadable. */
  readonly problem?: string;
}

/** An image of an object: a JSON object of the hash's fields, each as its text. Absent or empty: there was no object. */
export function toImage(resource: StoredResource | undefined, image: string | undefined): Image {
  const hash = parseImage(image);
  if (resource === undefined || hash === null) return { value: null };
  if (typeof hash === 'string') return { value: {}, problem: hash };
  const { value, unreadable } = readHash(resource, hash);
  if (unreadable.length === 0) return { value };
  return { value, problem: `not of the form that this version reads: ${unreadable.join(', ')}` };
}

/** The object before and after a change, as in `Change`; the problem concerns the object after it. */
export function toImages(
  resource: StoredResource | undefined,
  operation: string | undefined,
  [before, after]: readonly [string | undefined, string | undefined],
): {
  readonly before: Plain | null;
  readonly after: Plain | null;
  readonly problem?: string;
  readonly beforeProblem?: string;
} {
  const [was, is] = [toImage(resource, before), toImage(resource, after)];
  const changed = operation === 'update' ? changedFields(parseImage(before), parseImage(after)) : undefined;
  const problem = {
    ...(is.problem === undefined ? {} : { problem: is.problem }),
    ...(was.problem === undefined ? {} : { beforeProblem: was.problem }),
  };
  if (changed === undefined || was.value === null || is.value === null) {
    return { before: was.value, after: is.value, ...problem };
  }
  const [old, next] = [was.value, is.value];
  // A field that appears may have the same value as when it was absent.
  const names = changed.filter((name) => !isSameValue(old[name], next[name]));
  const pick = (value: Plain): Plain =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));
  return { before: pick(old), after: pick(next), ...problem };
}

/** The names of the fields of an update. */
function changedFields(before: Hash | string | null, after: Hash | string | null): string[] | undefined {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return undefined;
  return Object.keys({ ...before, ...after });
}

/** The fields of an image, or why it is unreadable; null: there was no object. */
function parseImage(image: string | undefined): Hash | string | null {
  if (image === undefined || image === '') return null;
  let hash: unknown;
  try {
    hash = JSON.parse(image);
  } catch {
    return 'its image in the change stream is no JSON';
  }
  const isObject = typeof hash === 'object' && hash !== null && !Array.isArray(hash);
  return isObject ? (hash as Hash) : 'its image in the change stream is no JSON object';
}
