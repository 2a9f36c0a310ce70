import { channelResource, storedResources, tierResource, ymProfileResource } from '@auction-tiers/contract';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../src/port/change.ts';
import type { ObjectStore } from '../../src/port/object-store.ts';
import type { Token } from '../../src/port/credential-store.ts';
import { StoreUnavailable } from '../../src/port/store-error.ts';
import { actor, addTier, addYmProfile, seller } from './sample.ts';
import { emptyStore, type StoreSubject } from './subject.ts';

const token: Token = { userId: 1, createdMs: 5, passwordMark: 'mark' };

const calls: Readonly<Record<string, (store: ObjectStore) => Promise<unknown>>> = {
  create: (store) => store.create(ymProfileResource, seller, { name: 'Y' }, actor),
  update: (store) => store.update(ymProfileResource, seller, 1, { name: 'Y' }, 1, actor),
  remove: (store) => store.remove(ymProfileResource, seller, 1, actor),
  get: (store) => store.get(ymProfileResource, seller, 1),
  secretsOf: (store) => store.secretsOf(channelResource, seller, 1),
  head: (store) => store.head(0),
  heads: (store) => store.heads(),
  changesAfter: (store) => store.changesAfter(0, { revision: 0 }, 10),
  changeLog: (store) => store.changeLog(seller, 0, 10),
  load: (store) => store.load(0, storedResources),
  repeatOf: (store) => store.repeatOf(ymProfileResource, seller, { key: 'k', fingerprint: 'f' }),
  writeBatch: (store) => store.writeBatch(seller, [], actor, { knownRevision: 0 }),
  earlierBatch: (store) => store.earlierBatch(seller, { key: 'k', fingerprint: 'f' }),
  drawIds: (store) => store.drawIds('profile', 1),
  reserveId: (store) => store.reserveId('member', 'k'),
  findUser: ({ credentials }) => credentials.findUser('ann'),
  findUserById: ({ credentials }) => credentials.findUserById(1),
  findKey: ({ credentials }) => credentials.findKey('abc'),
  putToken: ({ credentials }) => credentials.putToken('abc', token, 1000),
  findToken: ({ credentials }) => credentials.findToken('abc'),
  touchToken: ({ credentials }) => credentials.touchToken('abc', 1000),
  removeToken: ({ credentials }) => credentials.removeToken('abc'),
  tokenEvents: ({ credentials }) => credentials.tokenEvents(null, 10),
  tokensLeftMs: ({ credentials }) => credentials.tokensLeftMs(['abc']),
  keyHashes: ({ credentials }) => credentials.keyHashes([1]),
  noteKeyUse: ({ credentials }) => credentials.noteKeyUse('abc', 1),
  keyUses: ({ credentials }) => credentials.keyUses([1]),
  removeTokens: ({ credentials }) => credentials.removeTokens(null),
  countFailure: ({ credentials }) => credentials.countFailure('ann', 1000),
  failures: ({ credentials }) => credentials.failures('ann'),
  clearFailures: ({ credentials }) => credentials.clearFailures('ann'),
};

/** Enough that a batch write takes some time. */
const tiersOfBatch = 300;

const tierOf = (ym_profile_id: number, id: number) => ({ name: `Tier ${id}`, ym_profile_id, code: `${id}` });

/** Tests without a server, and after its return. */
export function testOutage(subject: StoreSubject): void {
  describe('without its server', () => {
    // After a failed test the server must run again for the next tests.
    afterAll(() => subject.start());

    test('every call fails as unavailable, and all work again once it is back, without reopening', async () => {
      const store = await emptyStore(subject);
      const id = await addYmProfile(store);
      await subject.kill();
      for (const [name, call] of Object.entries(calls)) {
        await expect(call(store), name).rejects.toBeInstanceOf(StoreUnavailable);
      }
      expect(await store.findTrouble()).toMatchObject({ kind: 'away' });
      await subject.start();
      await vi.waitFor(async () => expect(await store.findTrouble()).toBeNull(), { timeout: 20_000 });
      for (const call of Object.values(calls)) await call(store);
      expect(await addYmProfile(store)).toBeGreaterThan(id);
    });

    test('listeners are notified of every partition once it is back, and of writes again', async () => {
      const store = await emptyStore(subject);
      const heard = new Set<number>();
      await store.onChangeNotification((partition) => heard.add(partition));
      await subject.kill();
      heard.clear();
      await subject.start();
      await vi.waitFor(() => expect(heard.size).toBe(store.partitions), { timeout: 20_000 });
      heard.clear();
      await vi.waitFor(() => addYmProfile(store), { timeout: 20_000 });
      await vi.waitFor(() => expect([...heard]).toEqual([seller % store.partitions]));
    });

    test('listening may begin before the server is back', async () => {
      const store = await emptyStore(subject);
      await subject.kill();
      const heard = new Set<number>();
      await store.onChangeNotification((partition) => heard.add(partition));
      await subject.start();
      await vi.waitFor(() => expect(heard.size).toBe(store.partitions), { timeout: 20_000 });
    });

    test('no write that was answered is lost when its power is cut in the middle of many', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const answered: Change[] = [];
      const writeOn = async (writer: number) => {
        for (let index = 0; ; index += 1) {
          const value = { name: `Tier ${writer}.${index}`, ym_profile_id: ymProfile, code: `${writer}.${index}` };
          const result = await store.create(tierResource, seller, value, actor);
          if (result.ok) answered.push(result.change);
        }
      };
      const writers = Array.from({ length: 8 }, (_, writer) => writeOn(writer));
      const ends = Promise.allSettled(writers);
      await vi.waitFor(() => expect(answered.length).toBeGreaterThan(50), { timeout: 20_000 });
      await subject.kill();
      for (const end of await ends) expect(end).toMatchObject({ reason: expect.any(StoreUnavailable) as unknown });

      await subject.start();
      await vi.waitFor(() => store.head(0), { timeout: 20_000 });
      const partition = seller % store.partitions;
      const { objects, revision } = await store.load(partition, [tierResource]);
      const kept = new Map(objects.map(({ id, value }) => [id, value]));
      expect(answered.filter(({ id, after }) => JSON.stringify(kept.get(id)) !== JSON.stringify(after))).toEqual([]);
      const { changes, gap } = await store.changesAfter(partition, { revision: 0 }, 1_000_000);
      expect(gap).toBeNull();
      expect(changes.map((change) => change.revision)).toEqual(
        Array.from({ length: revision }, (_, index) => index + 1),
      );
      const logged = new Map(changes.map((change) => [change.revision, change]));
      expect(answered.filter((change) => logged.get(change.revision)?.id !== change.id)).toEqual([]);
      expect(objects).toHaveLength(revision - 1);
      await addTier(store, ymProfile, { code: 'after' });
    });

    test('a batch write is stored as a whole or not at all when the power is cut in the middle of it', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const partition = seller % store.partitions;
      let batchesDone = 0;
      const replaceOn = async () => {
        for (let old: readonly number[] = []; ; batchesDone += 1) {
          const ids = await store.drawIds('ym-auction-tier', tiersOfBatch);
          const writes = [
            ...ids.map((id) => ({
              operation: 'create' as const,
              resource: tierResource,
              id,
              value: tierOf(ymProfile, id),
            })),
            ...old.map((id) => ({ operation: 'delete' as const, resource: tierResource, id })),
          ];
          const knownRevision = (await store.head(partition)).revision;
          expect(await store.writeBatch(seller, writes, actor, { knownRevision })).toMatchObject({ ok: true });
          old = ids;
        }
      };
      const ended = replaceOn().catch((error: unknown) => error);
      await vi.waitFor(() => expect(batchesDone).toBeGreaterThan(3), { timeout: 20_000 });
      await subject.kill();
      expect(await ended).toBeInstanceOf(StoreUnavailable);

      await subject.start();
      await vi.waitFor(() => store.head(0), { timeout: 20_000 });
      const { objects, revision } = await store.load(partition, [tierResource]);
      expect(objects).toHaveLength(tiersOfBatch);
      const { changes, gap } = await store.changesAfter(partition, { revision: 0 }, 1_000_000);
      expect([gap, changes.at(-1)?.revision, changes.at(-1)?.through]).toEqual([null, revision, revision]);
      expect((revision - 1 - tiersOfBatch) % (2 * tiersOfBatch)).toBe(0);
      expect((revision - 1 + tiersOfBatch) / (2 * tiersOfBatch)).toBeGreaterThanOrEqual(batchesDone);
    });
  });
}
