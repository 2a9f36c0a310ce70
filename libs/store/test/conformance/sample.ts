import { isDeepStrictEqual } from 'node:util';
import {
  apiKeyResource,
  type Plain,
  profileResource,
  storedDraftResource,
  tierResource,
  userResource,
  withInitials,
  ymProfileResource,
} from '@auction-tiers/contract';
import type { Actor, Change } from '../../src/port/change.ts';
import type { CreateOptions, ObjectStore, Refusal, StoredResource, WriteResult } from '../../src/port/object-store.ts';

export const actor: Actor = { user: 'ann', requestId: 'request-1' };
/** Two sellers of one partition, whatever the number of partitions, and one of another. */
export const seller = 19;
export const neighbour = (store: ObjectStore) => seller + store.partitions;
export const stranger = 20;
export const largestId = Number.MAX_SAFE_INTEGER;

/** The change that a write made; fails the test when it was refused. */
export function committed(result: WriteResult): Change {
  if (result.ok) return result.change;
  throw new Error(`The write was refused: ${JSON.stringify(result.refusal)}`);
}

/** The whole object after a write; fails the test when it was refused. */
export function written(result: WriteResult): Plain | null {
  committed(result);
  return result.ok ? result.object : null;
}

/** The attributes of an object that differ from another's: all that a change of the stream has of an update. */
export const changedOf = (object: Plain, other: Plain): Plain =>
  Object.fromEntries(Object.entries(object).filter(([name, value]) => !isDeepStrictEqual(value, other[name])));

/** Why a write was refused; fails the test when it was not. */
export function refused(result: WriteResult): Refusal {
  if (!result.ok) return result.refusal;
  throw new Error(`The write was not refused: it made revision ${result.change.revision}`);
}

/** A stored ym-profile's id. */
export async function addYmProfile(store: ObjectStore, memberId = seller, value: Plain = {}): Promise<number> {
  return add(store, ymProfileResource, memberId, { name: 'Homepage', ...value });
}

/** A stored profile's id. */
export async function addProfile(store: ObjectStore, memberId = seller, value: Plain = {}): Promise<number> {
  return add(store, profileResource, memberId, value);
}

/** A stored tier's id. */
export async function addTier(store: ObjectStore, ymProfileId: number, value: Plain = {}, memberId = seller) {
  return add(store, tierResource, memberId, { name: 'Premium', ym_profile_id: ymProfileId, ...value });
}

/** A stored draft's id. */
export async function addDraft(store: ObjectStore, memberId = seller): Promise<number> {
  const made = { base_revision: '1-1', base_sha256: 'a', state: 'open', created_by: 'ann', changed_by: 'ann' };
  return add(store, storedDraftResource, memberId, { ym_profile_id: await addYmProfile(store, memberId), ...made });
}

/** A stored administrator's id. */
export async function addUser(store: ObjectStore, value: Plain = {}, passwordHash = 'hash'): Promise<number> {
  const user = { username: 'ann', role: 'admin', ...value };
  return add(store, userResource, null, user, { secrets: { password_hash: passwordHash } });
}

/** A stored key's id. */
export async function addKey(store: ObjectStore, userId: number, sha256: string, value: Plain = {}): Promise<number> {
  const key = { user_id: userId, scopes: ['read'], prefix: 'atk_1', ...value };
  return add(store, apiKeyResource, null, key, { secrets: { sha256 } });
}

/** A stored object's id; attributes that are not given have their initial values. */
export async function add(
  store: ObjectStore,
  resource: StoredResource & Parameters<typeof withInitials>[0],
  memberId: number | null,
  value: Plain,
  options?: CreateOptions,
): Promise<number> {
  return committed(await store.create(resource, memberId, withInitials(resource, value), actor, options)).id;
}
