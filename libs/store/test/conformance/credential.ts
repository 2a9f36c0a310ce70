import { apiKeyResource, userResource } from '@auction-tiers/contract';
import { describe, expect, test, vi } from 'vitest';
import type { ObjectStore } from '../../src/port/object-store.ts';
import type { Token } from '../../src/port/credential-store.ts';
import { actor, add, addKey, addUser, committed, refused } from './sample.ts';
import { emptyStore, secondStore, type StoreSubject } from './subject.ts';

const token: Token = { userId: 1, createdMs: 1_795_251_642_247, passwordMark: 'mark 😀' };
const aDay = 86_400_000;

const tokenNames = (user: string) => Array.from({ length: 25 }, (_, index) => `${user} ${index}`);

/** Tests of users, their tokens and keys, and failed logins. */
export function testCredentials(subject: StoreSubject): void {
  describe('credentials', () => {
    test.for(['ann', 'Ann', '__proto__', 'a:b', 'ü 😀'])(
      'a user %j is found under exactly that name',
      async (username) => {
        const store = await emptyStore(subject);
        const value = { username, role: 'seller', member_id: 19 };
        const id = await add(store, userResource, null, value, { secrets: { password_hash: '$argon2id$x' } });
        const user = {
          id,
          username,
          passwordHash: '$argon2id$x',
          role: 'seller',
          // Of an object that was stored before these attributes were defined.
          access: 'manager',
          state: 'enabled',
          memberId: 19,
          hasOneTimePassword: false,
        };
        expect(await store.credentials.findUser(username)).toEqual(user);
        expect(await store.credentials.findUserById(id)).toEqual(user);
        expect(await store.credentials.findUser(`${username} `)).toBeNull();
        expect(await store.credentials.findUser(username.toUpperCase().concat('x'))).toBeNull();
        expect(await store.credentials.findUserById(id + 1)).toBeNull();
      },
    );

    test('an administrator has no member', async () => {
      const store = await emptyStore(subject);
      await addUser(store);
      expect(await store.credentials.findUser('ann')).toMatchObject({ role: 'admin', memberId: null });
    });

    test('of users created under one name at the same time exactly one is, and stays as it is', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          stores[index % 2]!.create(userResource, null, { username: 'ann', role: 'admin' }, actor, {
            secrets: { password_hash: `hash ${index}` },
          }),
        ),
      );
      const created = results.flatMap((result, index) => (result.ok ? [{ id: result.change.id, index }] : []));
      expect(created).toHaveLength(1);
      const [{ id, index } = { id: 0, index: 0 }] = created;
      expect(await stores[1].credentials.findUser('ann')).toMatchObject({ id, passwordHash: `hash ${index}` });
      const losers = results.flatMap((result) => (result.ok ? [] : [result.refusal]));
      expect(new Set(losers.map((refusal) => JSON.stringify(refusal)))).toEqual(
        new Set([JSON.stringify({ kind: 'duplicate', field: 'username', value: 'ann', id })]),
      );
    });

    test('a user that is renamed is found under its new name only, and its old one is free', async () => {
      const store = await emptyStore(subject);
      const id = await addUser(store);
      await rename(store, id, 'bob');
      expect(await store.credentials.findUser('ann')).toBeNull();
      expect(await store.credentials.findUser('bob')).toMatchObject({ id, username: 'bob', passwordHash: 'hash' });
      const other = await addUser(store);
      expect(await store.credentials.findUser('ann')).toMatchObject({ id: other });
    });

    test('a user that is removed is not found', async () => {
      const store = await emptyStore(subject);
      const id = await addUser(store);
      committed(await store.remove(userResource, null, id, actor));
      expect(await store.credentials.findUser('ann')).toBeNull();
      expect(await store.credentials.findUserById(id)).toBeNull();
    });

    test('a key is found with its user as that is now, until it is removed', async () => {
      const store = await emptyStore(subject);
      const user = await addUser(store);
      expect(await store.credentials.findKey('abc')).toBeNull();
      const id = await addKey(store, user, 'abc', { scopes: ['read', 'auction'] });
      const other = await addKey(store, user, 'abcd');
      const found = { id, scopes: ['read', 'auction'], endsMs: null, user: await store.credentials.findUserById(user) };
      expect(await store.credentials.findKey('abc')).toEqual(found);
      expect(await store.credentials.findKey('abcd')).toMatchObject({ id: other, scopes: ['read'] });
      await rename(store, user, 'bob');
      expect(await store.credentials.findKey('abc')).toMatchObject({ id, user: { username: 'bob' } });
      committed(await store.remove(apiKeyResource, null, id, actor));
      expect(await store.credentials.findKey('abc')).toBeNull();
      expect(await store.credentials.findKey('abcd')).not.toBeNull();
    });

    test('a user that has keys cannot be removed; with the keys gone, neither is found', async () => {
      const store = await emptyStore(subject);
      const user = await addUser(store);
      const keys = [await addKey(store, user, 'a'), await addKey(store, user, 'b')];
      const inUse = { kind: 'in_use', service: 'api-key', count: 2 };
      expect(refused(await store.remove(userResource, null, user, actor))).toEqual(inUse);
      for (const id of keys) committed(await store.remove(apiKeyResource, null, id, actor));
      committed(await store.remove(userResource, null, user, actor));
      expect(await store.credentials.findKey('a')).toBeNull();
      const dangling = await store.create(apiKeyResource, null, { user_id: user }, actor, { secrets: { sha256: 'a' } });
      expect(refused(dangling)).toEqual({ kind: 'dangling', field: 'user_id', service: 'user', id: user });
    });

    test('a token is found with its user as that is now, until either is removed', async () => {
      const store = await emptyStore(subject);
      const { credentials } = store;
      const id = await addUser(store);
      for (const sha256 of ['a', 'b']) await credentials.putToken(sha256, { ...token, userId: id }, aDay);
      await rename(store, id, 'bob');
      const found = await credentials.findToken('a');
      expect(found).toMatchObject({ token: { ...token, userId: id }, user: { id, username: 'bob' } });
      committed(await store.remove(userResource, null, id, actor));
      for (const sha256 of ['a', 'b']) expect(await credentials.findToken(sha256)).toBeNull();
    });

    test('the tokens of one user are removed, or those of all', async () => {
      const store = await emptyStore(subject);
      const { credentials } = store;
      const [ann, bob] = [await addUser(store), await addUser(store, { username: 'bob' })];
      for (const [userId, user] of [
        [ann, 'ann'],
        [bob, 'bob'],
      ] as const) {
        await Promise.all(tokenNames(user).map((sha256) => credentials.putToken(sha256, { ...token, userId }, aDay)));
      }
      const countOf = async (user: string) =>
        (await Promise.all(tokenNames(user).map((sha256) => credentials.findToken(sha256)))).filter(
          (one) => one !== null,
        ).length;
      expect(await credentials.removeTokens(ann)).toBe(25);
      expect([await countOf('ann'), await countOf('bob')]).toEqual([0, 25]);
      expect(await credentials.removeTokens(ann)).toBe(0);
      expect(await credentials.removeTokens(null)).toBe(25);
      expect(await countOf('bob')).toBe(0);
      expect(await credentials.findUser('ann')).not.toBeNull();
    });

    test('a token expires, unless its life is extended', async () => {
      const store = await emptyStore(subject);
      const { credentials } = store;
      const kept = { ...token, userId: await addUser(store) };
      await credentials.putToken('kept', kept, 1000);
      expect(await credentials.touchToken('kept', aDay)).toBe(true);
      await credentials.putToken('brief', kept, 20);
      await vi.waitFor(async () => expect(await credentials.findToken('brief')).toBeNull());
      expect(await credentials.touchToken('brief', aDay)).toBe(false);
      const found = await credentials.findToken('kept');
      expect(found?.token).toEqual(kept);
      expect(found?.ttlMs).toBeGreaterThan(aDay / 2);
      expect(found?.ttlMs).toBeLessThanOrEqual(aDay);
    });

    test('logins and ended tokens are told in order, from a place on', async () => {
      const store = await emptyStore(subject);
      const { credentials } = store;
      const of = { ...token, userId: await addUser(store) };
      for (const sha256 of ['a', 'b']) await credentials.putToken(sha256, of, aDay);
      await credentials.removeToken('a');
      await credentials.removeToken('unknown');
      const all = await credentials.tokenEvents(null, 10);
      expect(all).toMatchObject([
        { sha256: 'a', token: of },
        { sha256: 'b', token: of },
        { sha256: 'a', token: null },
      ]);
      expect(await credentials.tokenEvents(null, 1)).toEqual(all.slice(0, 1));
      expect(await credentials.tokenEvents(all[0]!.position, 10)).toEqual(all.slice(1));
      expect(await credentials.tokenEvents(all[2]!.position, 10)).toEqual([]);
      const [ended, left] = await credentials.tokensLeftMs(['a', 'b']);
      expect(ended).toBeNull();
      expect(left).toBeGreaterThan(aDay / 2);
    });

    test('the hashes of keys are found by their ids', async () => {
      const store = await emptyStore(subject);
      const user = await addUser(store);
      const ids = [await addKey(store, user, 'abc'), await addKey(store, user, 'def')];
      expect(await store.credentials.keyHashes([...ids, 999])).toEqual(['abc', 'def', null]);
      expect(await store.credentials.keyHashes([])).toEqual([]);
    });

    test('the last use of a key is known by its id, until the key is gone', async () => {
      const store = await emptyStore(subject);
      const user = await addUser(store);
      const ids = [await addKey(store, user, 'abc'), await addKey(store, user, 'def')] as const;
      const { credentials } = store;
      expect(await credentials.keyUses(ids)).toEqual([null, null]);
      await credentials.noteKeyUse('def', 1_795_251_642_247);
      await credentials.noteKeyUse('def', 1_795_255_242_247);
      expect(await credentials.keyUses([...ids, 999])).toEqual([null, 1_795_255_242_247, null]);
      committed(await store.remove(apiKeyResource, null, ids[1], actor));
      expect(await credentials.keyUses(ids)).toEqual([null, null]);
    });

    test('failures are counted under a name, by all replicas together, until the window ends or they are cleared', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const [here, there] = [stores[0].credentials, stores[1].credentials];
      expect(await here.failures('ann')).toEqual({ failures: 0, remainingMs: 0 });
      await here.countFailure('ann', aDay);
      const second = await there.countFailure('ann', 2 * aDay);
      expect(second.failures).toBe(2);
      expect(second.remainingMs).toBeLessThanOrEqual(aDay);
      expect((await here.failures('ann')).failures).toBe(2);
      expect((await here.failures('bob')).failures).toBe(0);
      await there.clearFailures('ann');
      expect(await here.failures('ann')).toEqual({ failures: 0, remainingMs: 0 });
      await here.countFailure('ann', 20);
      await vi.waitFor(async () => expect((await here.failures('ann')).failures).toBe(0));
    });
  });
}

async function rename(store: ObjectStore, id: number, username: string): Promise<void> {
  const { value, revision } = (await store.get(userResource, null, id))!;
  committed(await store.update(userResource, null, id, { ...value, username }, revision, actor));
}
