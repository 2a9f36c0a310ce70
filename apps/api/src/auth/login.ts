import { type Context, loginLock, ServiceError } from '@auction-tiers/contract';
import type { ObjectStore, User } from '@auction-tiers/store';
import { checkUnknownUser, isPassword, markOf } from './password.ts';
import { createToken, sha256 } from './secret.ts';
import { fullTtlMs } from './token-life.ts';

const maxFailures = loginLock.failures;
const failureWindowMs = loginLock.minutes * 60 * 1000;

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Exchanges a password for a token. */
export async function login(
  store: ObjectStore,
  credentials: Credentials,
  nowMs: number,
  warn: Context['warn'],
): Promise<{ token: string }> {
  const user = await checkPassword(store, credentials, warn);
  if (user === null) throw new ServiceError('not_authenticated', 'no match found for this username and password');
  const token = createToken();
  const mark = markOf(user.passwordHash);
  await store.credentials.putToken(sha256(token), { userId: user.id, createdMs: nowMs, passwordMark: mark }, fullTtlMs);
  return { token };
}

/** The check in progress per username: guesses sent at the same time must not pass before the first is counted. */
const turns = new Map<string, Promise<unknown>>();

/**
 * The user whose password this is, or null. Ten failures in five minutes lock the username out until the window ends:
 * then it throws `rate_exceeded`, whatever the password.
 */
export async function checkPassword(
  store: ObjectStore,
  credentials: Credentials,
  warn: Context['warn'],
): Promise<User | null> {
  const { username } = credentials;
  const turn = (turns.get(username) ?? Promise.resolve()).then(() => check(store, credentials, warn));
  const settled = turn.catch(() => {});
  turns.set(username, settled);
  try {
    return await turn;
  } finally {
    if (turns.get(username) === settled) turns.delete(username);
  }
}

async function check(
  store: ObjectStore,
  { username, password }: Credentials,
  warn: Context['warn'],
): Promise<User | null> {
  await refuseLockedOut(store, username);
  const user = await store.credentials.findUser(username);
  const isRight = user === null ? await checkUnknownUser(password) : await isPassword(user.passwordHash, password);
  if (user !== null && isRight) {
    await store.credentials.clearFailures(username);
    return user;
  }
  const { failures } = await store.credentials.countFailure(username, failureWindowMs);
  if (failures >= maxFailures) warn(`${maxFailures} failed logins: this username is locked out for a while`);
  return null;
}

async function refuseLockedOut(store: ObjectStore, username: string): Promise<void> {
  const { failures, remainingMs } = await store.credentials.failures(username);
  if (failures < maxFailures) return;
  const retryAfterS = Math.max(1, Math.ceil(remainingMs / 1000));
  const message = `${maxFailures} logins have failed for this username; try again in ${retryAfterS} seconds`;
  throw new ServiceError('rate_exceeded', message, { retryAfterS });
}
