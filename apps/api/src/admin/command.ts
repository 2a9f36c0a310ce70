import {
  type Access,
  apiKeyResource,
  memberResource,
  type Scope,
  type User as UserRow,
  userResource,
} from '@auction-tiers/contract';
import type { ObjectStore, User } from '@auction-tiers/store';
import { createApiKey, createUser, findNamesake, scopesOf } from '../auth/account.ts';
import { sha256 } from '../auth/secret.ts';
import { revocationMs } from '../auth/token-life.ts';

/** A command that is well formed and cannot be carried out; nothing was changed: exit code 1. */
export class Refused extends Error {}

/** The partition of users and keys. */
const sharedPartition = 0;

const actor = { user: 'admin command', requestId: 'admin-command' };

/** Each command returns the line that it prints. */
export async function createMember(
  store: ObjectStore,
  value: { readonly name: string; readonly revenue_share_pct?: number | undefined },
): Promise<string> {
  const result = await store.create(memberResource, null, value, actor);
  if (!result.ok) throw new Refused(`the member could not be made: ${result.refusal.kind}`);
  return `member ${result.change.id}`;
}

interface NewUser {
  readonly username: string;
  /** Null for an administrator. */
  readonly memberId: number | null;
  readonly password: string;
  /** Undefined: manager for the first user of a member, viewer for the others. */
  readonly access?: Access | undefined;
}

export async function addUser(store: ObjectStore, { username, memberId, password, access }: NewUser): Promise<string> {
  if (memberId !== null && (await store.get(memberResource, memberId, memberId)) === null) {
    throw new Refused(`--member is ${memberId}, which is not a member. create-member makes one.`);
  }
  const { objects } = await store.load(sharedPartition, [userResource]);
  const namesake = findNamesake(
    objects.map(({ value }) => value as UserRow),
    username,
  );
  if (namesake !== undefined) {
    throw new Refused(`--username is ${JSON.stringify(username)}, and there is ${JSON.stringify(namesake.username)}`);
  }
  const role = memberId === null ? 'admin' : 'seller';
  // Somebody has to be able to make the others.
  const isFirst = !objects.some(({ value }) => (value as UserRow).member_id === memberId);
  const given = access ?? (isFirst || memberId === null ? 'manager' : 'viewer');
  const result = await createUser(store, { username, role, access: given, member_id: memberId, password }, actor);
  if (!result.ok) throw new Refused(`--username is ${JSON.stringify(username)}, which is taken`);
  return `user ${result.change.id} (${memberId === null ? role : `${role}, ${given}`})`;
}

/** Without scopes the key may do whatever its user may. */
export async function addApiKey(
  store: ObjectStore,
  username: string,
  scopes: readonly Scope[] | undefined,
): Promise<string> {
  const user = await store.credentials.findUser(username);
  if (user === null) throw notAUser(username);
  const allowed = scopesOf(user);
  const granted = scopes ?? allowed;
  const excess = granted.filter((scope) => !allowed.includes(scope));
  if (excess.length > 0) throw new Refused(`--scopes has ${excess.join(', ')}, which a ${user.role} may not have`);
  const { key, result } = createApiKey(store, { userId: user.id, name: 'Made by create-key', scopes: granted }, actor);
  const made = await result;
  if (!made.ok) throw new Refused(`the key could not be made: ${made.refusal.kind}`);
  return key;
}

export async function revokeKey(store: ObjectStore, key: string): Promise<string> {
  const found = await store.credentials.findKey(sha256(key));
  const result = found === null ? null : await store.remove(apiKeyResource, null, found.id, actor);
  if (result?.ok !== true) throw new Refused('this key is not known; nothing was changed');
  return `revoked; within ${revocationMs / 1000} seconds no path accepts it`;
}

/**
 * Revokes the keys and tokens of one user or (null) of all users. Keys are revoked one by one, so that the change log
 * names each. Tokens go first, then keys until none is left, because the owner of one may make more keys meanwhile.
 */
export async function revokeAll(store: ObjectStore, username: string | null): Promise<string> {
  const user = username === null ? null : await store.credentials.findUser(username);
  if (username !== null && user === null) throw notAUser(username);
  const tokenCount = await store.credentials.removeTokens(user?.id ?? null);
  let keyCount = 0;
  for (let ids = await keysOf(store, user); ids.length > 0; ids = await keysOf(store, user)) {
    const before = keyCount;
    for (const id of ids) if ((await store.remove(apiKeyResource, null, id, actor)).ok) keyCount += 1;
    if (keyCount === before) throw new Refused(`${ids.length} keys could not be revoked; run the command again`);
  }
  return `revoked ${keyCount} keys and ${tokenCount} tokens; within ${revocationMs / 1000} seconds no path accepts them`;
}

async function keysOf(store: ObjectStore, user: User | null): Promise<readonly number[]> {
  const { objects } = await store.load(sharedPartition, [apiKeyResource]);
  return objects.filter(({ value }) => user === null || value['user_id'] === user.id).map(({ id }) => id);
}

const notAUser = (username: string) =>
  new Refused(`--username is ${JSON.stringify(username)}, which is not a user. create-user makes one.`);
