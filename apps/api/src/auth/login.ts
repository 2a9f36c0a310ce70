import { type Context, loginLock, ServiceError } from '@auction-tiers/contract';
import type { ObjectStore, User } from '@auction-tiers/store';
import { checkUnknownUser, isPassword, markOf, type PasswordCost } from './password.ts';
import type { PasswordQueue } from './password-queue.ts';
import { createToken, sha256 } from './secret.ts';
import { fullTtlMs } from './token-life.ts';

const maxFailures = loginLock.failures;
const failureWindowMs = loginLock.minutes * 60 * 1000;

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** What a check of a password needs to know of the request. */
type Request = Pick<Context, 'warn' | 'client'>;

export interface LoginDeps {
  readonly store: ObjectStore;
  readonly passwordQueue: PasswordQueue;
}

/** Exchanges a password for a token. */
export async function login(
  deps: LoginDeps,
  credentials: Credentials,
  nowMs: number,
  request: Request,
): Promise<{ token: string }> {
  const user = await checkPassword(deps, credentials, request);
  if (user === null) throw new ServiceError('not_authenticated', 'no match found for this username and password');
  const token = createToken();
  const stored = { userId: user.id, createdMs: nowMs, passwordMark: markOf(user.passwordHash) };
  await deps.store.credentials.putToken(sha256(token), stored, fullTtlMs);
  return { token };
}

/** Ends a token before its time. */
export const logOut = ({ store }: Pick<LoginDeps, 'store'>, token: string): Promise<boolean> =>
  store.credentials.removeToken(sha256(token));

/**
 * The user whose password this is, or null. Ten failures in five minutes lock the username out, for the address that they
 * came from, until the window ends: then it throws `rate_exceeded`, whatever the password. It throws the same where too
 * many passwords wait to be checked.
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
  const counted = `${client?.address() ?? ''} ${username}`;
  await refuseLockedOut(store, counted);
  const user = await store.credentials.findUser(username);
  const isRight =
    user === null ? await checkUnknownUser(password, cost) : await isPassword(user.passwordHash, password);
  if (user !== null && isRight) {
    await store.credentials.clearFailures(counted);
    return user;
  }
  const { failures } = await store.credentials.countFailure(counted, failureWindowMs);
  if (failures >= maxFailures)
    warn(`${maxFailures} failed logins: your address is locked out of this username for a while`);
  return null;
}

async function refuseLockedOut(store: ObjectStore, counted: string): Promise<void> {
  const { failures, remainingMs } = await store.credentials.failures(counted);
  if (failures < maxFailures) return;
  const retryAfterS = Math.max(1, Math.ceil(remainingMs / 1000));
  const message = `${maxFailures} logins with this username have failed from your address; try again in ${retryAfterS} seconds`;
  throw new ServiceError('rate_exceeded', message, { retryAfterS });
}
