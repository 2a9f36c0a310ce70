import {
  apiKeyResource,
  nameKey,
  type Plain,
  type Scope,
  scopes,
  scopesOfAccess,
  type User as UserRow,
  userResource,
} from '@auction-tiers/contract';
import type { Actor, CreateOptions, ObjectStore, User, WriteResult } from '@auction-tiers/store';
import { hashPassword, type PasswordCost } from './password.ts';
import { createKey, sha256, shownPrefixLength } from './secret.ts';

/** What a user may do. */
export const scopesOf = ({ role, access }: Pick<User, 'role' | 'access'>): readonly Scope[] =>
  role === 'admin' ? scopes : scopesOfAccess(access);

/** The user whose name is told from a new one by case alone: in approvals and the change log it would look the same. */
export const findNamesake = (users: readonly UserRow[], username: string): UserRow | undefined =>
  users.find((user) => user.username !== username && nameKey(user.username) === nameKey(username));

/** What the store keeps of a password. */
export const passwordSecret = async (
  password: string,
  cost?: PasswordCost,
): Promise<Readonly<Record<string, string>>> => ({
  password_hash: await hashPassword(password, cost),
});

/** A key, what the store keeps of it, and what people see of it. */
export interface KeyParts {
  readonly key: string;
  readonly prefix: string;
  readonly secrets: NonNullable<CreateOptions['secrets']>;
}

export function keyParts(key: string = createKey()): KeyParts {
  return { key, prefix: key.slice(0, shownPrefixLength), secrets: { sha256: sha256(key) } };
}

/** Creates a user without the checks of the API: at the first start, and from the command line. */
export async function createUser(
  store: ObjectStore,
  {
    password,
    ...user
  }: Pick<UserRow, 'username' | 'role' | 'member_id'> &
    Partial<Pick<UserRow, 'access'>> & { readonly password: string },
  actor: Actor,
  cost?: PasswordCost,
): Promise<WriteResult> {
  return store.create(userResource, null, user, actor, { secrets: await passwordSecret(password, cost) });
}

/** As `createUser`, for an API key. */
export function createApiKey(
  store: ObjectStore,
  given: { readonly userId: number; readonly name: string; readonly scopes: readonly Scope[]; readonly key?: string },
  actor: Actor,
): { readonly key: string; readonly result: Promise<WriteResult> } {
  const { key, prefix, secrets } = keyParts(given.key);
  const value: Plain = { user_id: given.userId, name: given.name, scopes: given.scopes, prefix };
  return { key, result: store.create(apiKeyResource, null, value, actor, { secrets }) };
}
