import type { CredentialStore, Grant, User } from '../port.ts';
import { drawId } from './identity.ts';
import { failuresKey, grantKey, userKey } from './key.ts';
import type { FunctionLibrary } from './library.ts';
import type { RedisLink } from './link.ts';
import { pairs, toTexts } from './reply.ts';
import type { Writer } from './writer.ts';

/** Users as hashes; a grant as one JSON text, so that it and its expiry are set in one command. */
export function createCredentials(link: RedisLink, writer: Writer, library: FunctionLibrary): CredentialStore {
  return {
    async createUser(user) {
      const created: User = { ...user, id: await drawId(writer, 'user') };
      const key = userKey(user.username);
      const isNew = await library.call('add_hash', key, key, toUserFields(created));
      return Number(isNew) === 1 ? created : null;
    },
    async findUser(username) {
      return toUser(pairs(toTexts(await link.run('HGETALL', userKey(username)))));
    },
    async putGrant(sha256, grant, ttlMs) {
      const key = grantKey(sha256);
      const expiry = ttlMs === null ? [] : ['PX', String(ttlMs)];
      await writer.commit(key, ['SET', key, JSON.stringify(grant), ...expiry]);
    },
    async getGrant(sha256) {
      const key = grantKey(sha256);
      const [text, ttlMs] = await link.transaction([
        ['GET', key],
        ['PTTL', key],
      ]);
      if (typeof text !== 'string') return null;
      return { grant: JSON.parse(text) as Grant, ttlMs: Number(ttlMs) < 0 ? null : Number(ttlMs) };
    },
    async touchGrant(sha256, ttlMs) {
      return Number(await link.run('PEXPIRE', grantKey(sha256), String(ttlMs))) === 1;
    },
    async removeGrant(sha256) {
      const key = grantKey(sha256);
      return Number(await writer.commit(key, ['DEL', key])) === 1;
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

function toUserFields({ id, username, passwordHash, role, memberId }: User): string[] {
  const member = memberId === null ? [] : ['member_id', String(memberId)];
  return ['id', String(id), 'username', username, 'password_hash', passwordHash, 'role', role, ...member];
}

function toUser(hash: Readonly<Record<string, string>>): User | null {
  const { id, username, password_hash: passwordHash, role, member_id: memberId } = hash;
  if (id === undefined || username === undefined || passwordHash === undefined) return null;
  return {
    id: Number(id),
    username,
    passwordHash,
    role: role === 'admin' ? 'admin' : 'seller',
    memberId: memberId === undefined ? null : Number(memberId),
  };
}
