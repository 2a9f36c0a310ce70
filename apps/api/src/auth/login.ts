import { type Context, invalid, loginLock, type Plain, ServiceError, userResource } from '@auction-tiers/contract';
import type { Actor, ObjectStore, User, WriteResult } from '@auction-tiers/store';
import { passwordSecret } from './account.ts';
import { checkUnknownUser, isPassword, markOf, type PasswordCost } from './password.ts';
import type { PasswordQueue } from './password-queue.ts';
import { createToken, sha256 } from './secret.ts';
import { fullTtlMs } from './token-life.ts';

const { failures: maxFailures, usernames: maxUsernames } = loginLock;
const failureWindowMs = loginLock.minutes * 60 * 1000;

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** The password that replaces the present one. */
  readonly new_password?: string | undefined;
}

/** What a check of a password needs to know of the request. */
type Request = Pick<Context, 'warn' | 'client' | 'requestId'>;

export interface LoginDeps {
  readonly store: ObjectStore;
  readonly follower: {
    readonly committed: (change: Extract<WriteResult, { readonly ok: true }>['change']) => Promise<void>;
  };
  readonly passwordQueue: PasswordQueue;
}

/** Exchanges a password for a token. Replaces the password first, where a new one is sent. */
export async function login(
  deps: LoginDeps,
  credentials: Credentials,
  nowMs: number,
  request: Request,
): Promise<{ token: string; userId: number; username: string }> {
  const user = await checkPassword(deps, credentials, request);
  if (user === null) throw new ServiceError('not_authenticated', 'no match found for this username and password');
  if (user.state === 'disabled') throw new ServiceError('not_authenticated', 'this user is disabled');
  const passwordHash = await hashAfterLogin(deps, user, credentials, request);
  const token = createToken();
  const stored = { userId: user.id, createdMs: nowMs, passwordMark: markOf(passwordHash) };
  await deps.store.credentials.putToken(sha256(token), stored, fullTtlMs);
  return { token, userId: user.id, username: user.username };
}

/** The password hash after a login, of the new password if one is sent. A one-time password requires a new one. */
async function hashAfterLogin(
  deps: LoginDeps,
  { id, username, passwordHash, hasOneTimePassword }: User,
  { password, new_password: next }: Credentials,
  request: Request,
): Promise<string> {
  if (next === undefined) {
    if (!hasOneTimePassword) return passwordHash;
    const message = 'is required: the password is a one-time password, and is replaced by it';
    throw invalid([{ path: 'new_password', message }]);
  }
  if (next === password)
    throw invalid([{ path: 'new_password', message: 'is the present password, allowed: another' }]);
  const secrets = await deps.passwordQueue.run(request.client, () => passwordSecret(next, deps.passwordQueue.cost));
  const stored = await deps.store.get(userResource, null, id);
  // A password is replaced once: of several log-ins with the same one, the others find it replaced. The revision was read
  // before, so that one that replaces it from here on is found by the update.
  const present = stored && (await deps.store.credentials.findUserById(id));
  if (stored === null || present?.passwordHash !== passwordHash)
    throw new ServiceError('not_authenticated', 'no match found for this username and password');
  const value: Plain = { ...stored.value, has_one_time_password: false };
  const actor: Actor = { user: username, requestId: request.requestId };
  const result = await deps.store.update(userResource, null, id, value, stored.revision, actor, { secrets });
  if (!result.ok) throw new ServiceError('conflict', 'the user has been changed at the same time; log in again');
  await deps.follower.committed(result.change);
  return secrets['password_hash']!;
}

/**
 * The user whose password this is, or null. Ten failures in five minutes lock the username out, for the address that
 * they came from, until the window ends: then it throws `rate_exceeded`, whatever the password. It also does so where
 * failures of 40 usernames came from the address (one password for many), or too many checks wait.
 */
export function checkPassword(
  { store, passwordQueue }: LoginDeps,
  credentials: Credentials,
  request: Request,
): Promise<User | null> {
  return passwordQueue.run(request.client, () => check(store, credentials, request, passwordQueue.cost));
}

async function check(
  store: ObjectStore,
  { username, password }: Credentials,
  { client, warn }: Request,
  cost: PasswordCost,
): Promise<User | null> {
  // If the name alone counted, any client could lock any user out.
  const address = client?.address() ?? '';
  const counted = `${address} ${username}`;
  await refuseAfter(store, counted, maxFailures, `${maxFailures} logins with this username have failed ${here}`);
  // Counts the usernames that have failed, under an empty username, which no user has.
  const usernames = `${address} `;
  await refuseAfter(store, usernames, maxUsernames, `logins with ${maxUsernames} usernames have failed ${here}`);
  const user = await store.credentials.findUser(username);
  const isRight =
    user === null ? await checkUnknownUser(password, cost) : await isPassword(user.passwordHash, password);
  if (user !== null && isRight) {
    await store.credentials.clearFailures(counted);
    return user;
  }
  const { failures } = await store.credentials.countFailure(counted, failureWindowMs);
  if (failures === 1) await store.credentials.countFailure(usernames, failureWindowMs);
  if (failures >= maxFailures)
    warn(`${maxFailures} failed logins: your address is locked out of this username for a while`);
  return null;
}

const here = 'from your address';

/** Throws `rate_exceeded` where so many failures are counted under a name; `what` says which. */
export async function refuseAfter(
  store: Pick<ObjectStore, 'credentials'>,
  counted: string,
  most: number,
  what: string,
): Promise<void> {
  const { failures, remainingMs } = await store.credentials.failures(counted);
  if (failures < most) return;
  const retryAfterS = Math.max(1, Math.ceil(remainingMs / 1000));
  const message = `${what}; try again in ${retryAfterS} seconds`;
  throw new ServiceError('rate_exceeded', message, { retryAfterS });
}
