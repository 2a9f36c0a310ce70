import { storedResources, tierResource, ymProfileResource } from '@auction-tiers/contract';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ObjectStore } from '../../src/port/object-store.ts';
import type { StoreMemory } from '../../src/port/position.ts';
import { StoreUnavailable } from '../../src/port/store-error.ts';
import { actor, addTier, addYmProfile, committed, seller } from './sample.ts';
import { emptyStore, secondStore, type StoreSubject } from './subject.ts';

const patience = { timeout: 20_000 };
const partitionOf = (store: ObjectStore) => seller % store.partitions;
const create = (store: ObjectStore) => store.create(ymProfileResource, seller, { name: 'Y' }, actor);

/** Resolves once the store is held, or no longer is, and gives why. */
const held = (store: ObjectStore, isHeld = true) =>
  vi.waitFor(async () => {
    await store.heads().catch(() => undefined);
    expect(store.history.held !== null).toBe(isHeld);
    return store.history.held;
  }, patience);

/** Tests of a server that comes back with something else than the store knows. */
export function testHistory(subject: StoreSubject): void {
  async function storeWith(memory: StoreMemory): Promise<ObjectStore> {
    const store = await subject.open(memory);
    onTestFinished(() => store.close());
    return store;
  }

  describe('a server that comes back', () => {
    afterEach(() => subject.start());

    test('with the same data is the known one', async () => {
      const store = await emptyStore(subject);
      await addYmProfile(store);
      const { generation } = store.history;
      await subject.kill();
      await subject.start();
      await vi.waitFor(() => store.heads(), patience);
      expect([store.history.held, store.history.generation]).toEqual([null, generation]);
      expect(await storeWith(store.memory())).toMatchObject({ history: { held: null } });
    });

    test.for(['empty', 'older'] as const)(
      '%s holds the store: nothing is read, nothing is written, until the data are back',
      async (kind) => {
        const store = await emptyStore(subject);
        const id = await addYmProfile(store);
        const [before, after] = [await subject.keepCopy(), await addYmProfile(store)];
        const now = await subject.keepCopy();
        const log = async () => [await subject.readLog(partitionOf(store)), await subject.readLog(0)];
        if (kind === 'empty') await subject.empty();
        else await subject.bringBack(before);
        const found = await log();

        // Before anything has told the store of it, too.
        await vi.waitFor(() => expect(create(store)).rejects.toThrow(/database|history/), patience);
        expect(await held(store)).toMatch(/adopt/);
        const calls: (() => Promise<unknown>)[] = [
          () => create(store),
          () => store.get(ymProfileResource, seller, id),
          () => store.load(partitionOf(store), storedResources),
          () => store.changesAfter(partitionOf(store), { revision: 0 }, 10),
          () => store.changeLog(seller, 0, 10),
          () => store.drawIds('profile', 1),
          () => store.withLease('a', async () => {}),
          () => store.tryLease('a', async () => {}),
          () => store.credentials.findKey('abc'),
          () => store.credentials.findToken('abc'),
          () => store.credentials.countFailure('ann', 1000),
        ];
        for (const call of calls) await expect(call()).rejects.toBeInstanceOf(StoreUnavailable);
        const again = await storeWith(store.memory());
        expect(again.history.held).toMatch(/adopt/);
        await expect(create(again)).rejects.toBeInstanceOf(StoreUnavailable);
        expect(await log()).toEqual(found);

        await subject.bringBack(now);
        await held(store, false);
        expect(await store.get(ymProfileResource, seller, after)).not.toBeNull();
        expect(committed(await create(store)).id).toBe(after + 1);
        await held(again, false);
      },
    );

    test.for(['empty', 'older'] as const)(
      '%s is used once it is adopted: readers load again, and no id is drawn twice',
      async (kind) => {
        const store = await emptyStore(subject);
        const ymProfile = await addYmProfile(store);
        const before = await subject.keepCopy();
        const lost = await addTier(store, ymProfile);
        const [lostProfile, lostMember] = [await addYmProfile(store), (await store.drawIds('profile', 3)).at(-1) ?? 0];
        const [place, memory] = [await store.head(partitionOf(store)), store.memory()];
        if (kind === 'empty') await subject.empty();
        else await subject.bringBack(before);
        await held(store);

        await subject.adopt(memory);
        await held(store, false);
        const [head, { gap }] = [
          await store.head(partitionOf(store)),
          await store.changesAfter(partitionOf(store), place, 10),
        ];
        expect(head.epoch).not.toBe(place.epoch);
        expect(gap).toBe('replaced');
        expect(await store.get(tierResource, seller, lost)).toBeNull();
        expect(await addYmProfile(store)).toBe(lostProfile + 1);
        expect(await store.drawIds('profile', 1)).toEqual([lostMember + 1]);
        // A process that was not there, or starts only now, goes on with it as well.
        expect((await storeWith(memory)).history.held).toBeNull();
        const fresh = await secondStore(subject);
        expect(await addYmProfile(fresh)).toBe(lostProfile + 2);

        // It is not adopted for ever: the copy that was older then is another database now.
        await subject.bringBack(before);
        expect(await held(store)).toMatch(/adopt/);
      },
    );

    test('never had data, where some are remembered: nothing is made of it', async () => {
      await emptyStore(subject);
      await subject.empty();
      const store = await storeWith({ positions: [], pastEpochs: [], servers: [], highestIds: {} });
      expect(store.history.held).toMatch(/empty/);
      await expect(create(store)).rejects.toBeInstanceOf(StoreUnavailable);
      await subject.adopt(store.memory());
      await held(store, false);
      expect(await create(store)).toMatchObject({ ok: true });
    });
  });
}
