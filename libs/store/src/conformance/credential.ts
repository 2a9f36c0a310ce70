import { describe, expect, test, vi } from 'vitest';
import type { Grant } from '../port.ts';
import { emptyStore, secondStore, type StoreSubject } from './subject.ts';

const seller = { username: 'ann', passwordHash: '$argon2id$v=19$x', role: 'seller', memberId: 19 } as const;
const grant: Grant = {
  kind: 'key',
  userId: 3,
  username: 'ann 😀',
  role: 'seller',
  memberId: 19,
  scopes: ['read', 'auction'],
  createdMs: 1_795_251_642_247,
  prefix: 'at_1',
};
const forever = 86_400_000;

/** What holds for users, tokens and keys. */
export function testCredentials(subject: StoreSubject): void {
  describe('credentials', () => {
    test.for(['ann', 'Ann', '__proto__', 'a:b', 'ü 😀'])(
      'a user %j is found under exactly that name',
      async (username) => {
        const { credentials } = await emptyStore(subject);
        const user = await credentials.createUser({ ...seller, username });
        expect(user).toEqual({ ...seller, username, id: 1 });
        expect(await credentials.findUser(username)).toEqual(user);
        expect(await credentials.findUser(`${username} `)).toBeNull();
        expect(await credentials.findUser(username.toUpperCase().concat('x'))).toBeNull();
      },
    );

    test('an administrator has no member', async () => {
      const { credentials } = await emptyStore(subject);
      await credentials.createUser({ ...seller, role: 'admin', memberId: null });
      expect(await credentials.findUser('ann')).toMatchObject({ role: 'admin', memberId: null });
    });

    test('of users created under one name at the same time exactly one is, and stays as it is', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const attempts = Array.from({ length: 10 }, (_, index) =>
        stores[index % 2]!.credentials.createUser({ ...seller, passwordHash: `hash ${index}` }),
      );
      const created = (await Promise.all(attempts)).filter((user) => user !== null);
      expect(created).toHaveLength(1);
      expect(await stores[1].credentials.findUser('ann')).toEqual(created[0]);
    });

    test('a key lasts until it is removed', async () => {
      const { credentials } = await emptyStore(subject);
      expect(await credentials.getGrant('abc')).toBeNull();
      await credentials.putGrant('abc', grant, null);
      expect(await credentials.getGrant('abc')).toEqual({ grant, ttlMs: null });
      expect(await credentials.removeGrant('abc')).toBe(true);
      expect(await credentials.removeGrant('abc')).toBe(false);
      expect(await credentials.getGrant('abc')).toBeNull();
    });

    test('a token expires, unless its life is extended', async () => {
      const { credentials } = await emptyStore(subject);
      await credentials.putGrant('kept', grant, 1000);
      expect(await credentials.touchGrant('kept', forever)).toBe(true);
      await credentials.putGrant('brief', grant, 20);
      await vi.waitFor(async () => expect(await credentials.getGrant('brief')).toBeNull());
      expect(await credentials.touchGrant('brief', forever)).toBe(false);
      const kept = await credentials.getGrant('kept');
      expect(kept?.grant).toEqual(grant);
      expect(kept?.ttlMs).toBeGreaterThan(forever / 2);
      expect(kept?.ttlMs).toBeLessThanOrEqual(forever);
    });

    test('failures are counted under a name, by all replicas together, until the window ends or they are cleared', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const [here, there] = [stores[0].credentials, stores[1].credentials];
      expect(await here.failures('ann')).toEqual({ failures: 0, remainingMs: 0 });
      await here.countFailure('ann', forever);
      const second = await there.countFailure('ann', 2 * forever);
      expect(second.failures).toBe(2);
      expect(second.remainingMs).toBeLessThanOrEqual(forever);
      expect((await here.failures('ann')).failures).toBe(2);
      expect((await here.failures('bob')).failures).toBe(0);
      await there.clearFailures('ann');
      expect(await here.failures('ann')).toEqual({ failures: 0, remainingMs: 0 });
      await here.countFailure('ann', 20);
      await vi.waitFor(async () => expect((await here.failures('ann')).failures).toBe(0));
    });
  });
}
