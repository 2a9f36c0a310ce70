import {
  type ApiKey,
  apiKeyResource,
  endOfKey,
  type Hash,
  readHash,
  scopesOfKey,
  type User as UserRow,
  userResource,
} from '@auction-tiers/contract';
import type { CredentialStore, Token, TokenEvent, User } from '../port/credential-store.ts';
import { asCompletion } from './connection/failure.ts';
import { asPreparation, type FunctionLibrary, type RedisLink, type Writer } from './connection/link.ts';
import type { History } from './history/history.ts';
import {
  failuresKey,
  keyUseKey,
  objectKey,
  pairs,
  partitionPrefix,
  secretField,
  sharedPartition,
  tokenEventsKey,
  tokenKey,
  toTexts,
  uniqueKey,
} from './layout/layout.ts';

/** How long a key's last use is kept. */
const useKeptS = String(400 * 24 * 60 * 60);
/** Token events that are kept, about. */
const keptEvents = '10000';

interface CredentialParts {
  readonly link: RedisLink;
  readonly writer: Writer;
  readonly library: FunctionLibrary;
  readonly history: History;
}

/**
 * Users and keys are objects of the installation. A token is one JSON text, so that one SET also sets its expiry. If a
 * credential is not found, the database is confirmed to be the known one: an empty one would refuse every caller.
 */
export function createCredentials({ link, writer, library, history }: CredentialParts): CredentialStore {
  async function confirmed<T>(found: T | null): Promise<T | null> {
    if (found === null) await history.head(sharedPartition);
    return found;
  }

  async function find(field: string, value: string, service: string, ...path: readonly string[]): Promise<Hash[]> {
    const args = [partitionPrefix(sharedPartition), value, service, ...path];
    const found = await library.ask('find', uniqueKey(sharedPartition, null, service, field), args);
    return Array.isArray(found) ? found.map((flat) => pairs(toTexts(flat))) : [];
  }

  async function findUserById(id: number): Promise<User | null> {
    return toUser(pairs(toTexts(await link.run('HGETALL', objectKey(sharedPartition, userResource.service, id)))));
  }

  const logEvent = (...fields: readonly string[]) =>
    link.run('XADD', tokenEventsKey, 'MAXLEN', '~', keptEvents, '*', ...fields);

  async function keyHashes(ids: readonly number[]): Promise<readonly (string | null)[]> {
    const found = await Promise.all(
      ids.map((id) => link.run('HGET', objectKey(sharedPartition, apiKeyResource.service, id), secretField('sha256'))),
    );
    return found.map((text) => (typeof text === 'string' ? text : null));
  }

  async function removeToken(sha256: string): Promise<boolean> {
    const key = tokenKey(sha256);
    const isRemoved = Number(await writer.commit(key, ['DEL', key])) === 1;
    if (isRemoved) await asCompletion(logEvent('sha256', sha256));
    return isRemoved;
  }

  return {
    async findUser(username) {
      const [user] = await find('username', username, userResource.service);
      return confirmed(toUser(user));
    },
    findUserById: async (id) => confirmed(await findUserById(id)),
    async findKey(sha256) {
      const [key, owner] = await find(
        secretField('sha256'),
        sha256,
        apiKeyResource.service,
        'user_id',
        userResource.service,
      );
      const user = toUser(owner);
      if (key === undefined || user === null) return confirmed(null);
      const { value, unreadable } = readHash(apiKeyResource, key);
      // The mirror reports the object; a key with unreadable scopes grants nothing.
      if (unreadable.length > 0) return null;
      const read = value as ApiKey;
      return { id: read.id, scopes: scopesOfKey(read), endsMs: endOfKey(read), user };
    },
    async putToken(sha256, token, ttlMs) {
      const key = tokenKey(sha256);
      await history.head(sharedPartition);
      const text = JSON.stringify(token);
      // A stored token whose login failed is harmless, because the caller never gets it.
      await Promise.all([
        asPreparation(writer.commit(key, ['SET', key, text, 'PX', String(ttlMs)])),
        asPreparation(logEvent('sha256', sha256, 'token', text)),
      ]);
    },
    async findToken(sha256) {
      const key = tokenKey(sha256);
      const [text, ttlMs] = await link.transaction([
        ['GET', key],
        ['PTTL', key],
      ]);
      if (typeof text !== 'string') return confirmed(null);
      const token = JSON.parse(text) as Token;
      const user = await findUserById(token.userId);
      return confirmed(user === null ? null : { token, user, ttlMs: Number(ttlMs) });
    },
    async touchToken(sha256, ttlMs) {
      return Number(await link.run('PEXPIRE', tokenKey(sha256), String(ttlMs))) === 1;
    },
    removeToken,
    async removeTokens(userId) {
      const removeOne = async (key: string): Promise<boolean> => {
        const text = await link.run('GET', key);
        const isOurs = typeof text === 'string' && (userId === null || (JSON.parse(text) as Token).userId === userId);
        return isOurs && removeToken(key.slice(tokenKey('').length));
      };
      let count = 0;
      for await (const keys of link.scan(tokenKey('*'))) {
        count += (await Promise.all(keys.map(removeOne))).filter(Boolean).length;
      }
      return count;
    },
    async tokenEvents(after, limit) {
      const start = after === null ? '-' : `(${after}`;
      const entries = await link.run('XRANGE', tokenEventsKey, start, '+', 'COUNT', String(limit));
      return Array.isArray(entries) ? entries.map(toTokenEvent) : [];
    },
    async tokensLeftMs(hashes) {
      const left = await Promise.all(hashes.map((sha256) => link.run('PTTL', tokenKey(sha256))));
      return left.map((ms) => (Number(ms) >= 0 ? Number(ms) : null));
    },
    keyHashes,
    async noteKeyUse(sha256, timeMs) {
      // Never write to a database other than the known one.
      await history.head(sharedPartition);
      await link.run('SET', keyUseKey(sha256), String(timeMs), 'EX', useKeptS);
    },
    async keyUses(ids) {
      const hashes = await keyHashes(ids);
      const times = hashes.map(async (sha256) => sha256 && link.run('GET', keyUseKey(sha256)));
      return (await Promise.all(times)).map((text) => (typeof text === 'string' ? Number(text) : null));
    },
    async countFailure(name, windowMs) {
      const key = failuresKey(name);
      const [failures, , remainingMs] = await link.transaction([
        ['INCR', key],
        ['PEXPIRE', key, String(windowMs), 'NX'],
        ['PTTL', key],
      ]);
      return { failures: Number(failures), remainingMs: Math.max(0, Number(remainingMs)) };
    },
    async failures(name) {
      const key = failuresKey(name);
      const [failures, remainingMs] = await link.transaction([
        ['GET', key],
        ['PTTL', key],
      ]);
      return { failures: Number(failures ?? 0), remainingMs: Math.max(0, Number(remainingMs)) };
    },
    async clearFailures(name) {
      await link.run('DEL', failuresKey(name));
    },
  };
}

/** An entry of the stream, as in an XRANGE reply. */
function toTokenEvent(entry: unknown): TokenEvent {
  const [position, flat] = entry as readonly [unknown, unknown];
  const { sha256 = '', token } = pairs(toTexts(flat));
  return { position: String(position), sha256, token: token === undefined ? null : (JSON.parse(token) as Token) };
}

function toUser(hash: Hash | undefined): User | null {
  const passwordHash = hash?.[secretField('password_hash')];
  if (hash === undefined || passwordHash === undefined) return null;
  const { value } = readHash(userResource, hash);
  const { id, username, role, access, state, ...row } = value as unknown as UserRow;
  const { member_id: memberId, has_one_time_password: hasOneTimePassword } = row;
  return { id, username, passwordHash, role, access, state, memberId, hasOneTimePassword };
}
