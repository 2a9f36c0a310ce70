import { type Context, type Scope, ServiceError } from '@auction-tiers/contract';
import type { ObjectStore, User } from '@auction-tiers/store';
import { checkNobody, isPassword } from './password.ts';
import { createToken, sha256 } from './secret.ts';
import { fullTtlMs } from './token-life.ts';

const maxFailures = 10;
const failureWindowMs = 5 * 60 * 1000;

/** What a user of a role may do with a token. */
export const scopesOf = (role: User['role']): readonly Scope[] =>
  role === 'admin' ? ['read', 'write', 'auction', 'admin'] : ['read', 'write', 'auction'];

/** The login under way a username: guesses sent at the same time must not pass before the first is counted. */
const turns = new Map<string, Promise<unknown>>();

/** Exchanges a password for a token. Ten failures in five minutes lock the username out until the window ends. */
export async function login(
  store: ObjectStore,
  credentials: Credentials,
  nowMs: number,
  warn: Context['warn'],
): Promise<{ token: string }> {
  const { username } = credentials;
  const turn = (turns.get(username) ?? Promise.resolve()).then(() => check(store, credentials, nowMs, warn));
  const settled = turn.catch(() => {});
  turns.set(username, settled);
  try {
    return await turn;
  } finally {
    if (turns.get(username) === settled) turns.delete(username);
  }
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

async function check(
  store: ObjectStore,
  { username, password }: Credentials,
  nowMs: number,
  warn: Context['warn'],
): Promise<{ token: string }> {
  await refuseLockedOut(store, username);
  const user = await store.credentials.findUser(username);
  const isRight = user === null ? await checkNobody(password) : await isPassword(user.passwordHash, password);
  if (user === null || !isRight) {
    const { failures } = await store.credentials.countFailure(username, failureWindowMs);
    if (failures >= maxFailures) warn(`${maxFailures} failed logins: this username is locked out for a while`);
    throw new ServiceError('not_authenticated', 'no match found for this username and password');
  }
  await store.credentials.clearFailures(username);
  const token = createToken();
  const { id, role, memberId } = user;
  await store.credentials.putGrant(
    sha256(token),
    {
      kind: 'token',
      userId: id,
      username,
      role,
      memberId,
      scopes: scopesOf(role),
      createdMs: nowMs,
      prefix: null,
    },
    fullTtlMs,
  );
  return { token };
}

async function refuseLockedOut(store: ObjectStore, username: string): Promise<void> {
  const { failures, remainingMs } = await store.credentials.failures(username);
  if (failures < maxFailures) return;
  const retryAfterS = Math.max(1, Math.ceil(remainingMs / 1000));
  const message = `${maxFailures} logins have failed for this username; try again in ${retryAfterS} seconds`;
  throw new ServiceError('rate_exceeded', message, { retryAfterS });
}
