import {
  memberResource,
  platformMemberResource,
  storedResources,
  tierResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { describe, expect, test, vi } from 'vitest';
import type { Change } from '../../src/port/change.ts';
import type { LoadedObject, ObjectStore } from '../../src/port/object-store.ts';
import type { RememberedPosition } from '../../src/port/position.ts';
import { actor, add, addTier, addYmProfile, committed, neighbour, seller } from './sample.ts';
import { emptyStore, secondStore, type StoreSubject } from './subject.ts';

const partitionOf = (store: ObjectStore) => seller % store.partitions;

const actorAt = (timeMs: number) => ({ ...actor, timeMs });

/** Tests of the change log and of following a partition. */
export function testChanges(subject: StoreSubject): void {
  describe('the change log', () => {
    test('revisions of a partition are consecutive from 1, and refusals make none', async () => {
      const store = await emptyStore(subject);
      expect((await store.head(partitionOf(store))).revision).toBe(0);
      expect((await makeHistory(store)).map(({ revision }) => revision)).toEqual([1, 3, 4, 6, 7]);
      await store.remove(tierResource, seller, 77, actor);
      expect((await store.head(partitionOf(store))).revision).toBe(7);
    });

    test('has each change of a member exactly once, newest first, as it was answered', async () => {
      const store = await emptyStore(subject);
      const history = await makeHistory(store);
      expect(await store.changeLog(seller, 0, 100)).toEqual({ changes: history.toReversed(), total: 5 });
      expect(history.map(({ operation, user, requestId }) => `${operation} ${user} ${requestId}`)).toEqual([
        'create ann request-1',
        'create bob 😀 r-2',
        'update ann request-1',
        'delete ann request-1',
        'delete ann request-1',
      ]);
    });

    test('pages cover each change exactly once', async () => {
      const store = await emptyStore(subject);
      const history = await makeHistory(store);
      const pages = await Promise.all([0, 2, 4, 6].map((start) => store.changeLog(seller, start, 2)));
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
      expect(pages.flatMap(({ changes }) => changes)).toEqual(history.toReversed());
      expect((await store.changeLog(seller, 0, 0)).changes).toEqual([]);
    });

    test("the installation's own changes stand apart from those of members", async () => {
      const store = await emptyStore(subject);
      const shared = await add(store, platformMemberResource, null, { name: 'Buyer' }, { id: 12 });
      await add(store, memberResource, null, { name: 'Seller' }, { id: store.partitions });
      expect(await store.changeLog(null, 0, 10)).toMatchObject({ total: 1, changes: [{ id: shared, memberId: null }] });
      expect(await store.changeLog(store.partitions, 0, 10)).toMatchObject({
        total: 1,
        changes: [{ service: 'member' }],
      });
    });

    test('has of an update the attributes that changed, before and after, and of a create and a delete the whole object', async () => {
      const store = await emptyStore(subject);
      const [, , updated, removed] = await makeHistory(store);
      const [first] = (await store.changeLog(seller, 2, 1)).changes;
      expect(first).toEqual(updated);
      expect(updated?.before).toMatchObject({ name: 'T', min_price: '0.100000' });
      expect(updated?.after).toMatchObject({ name: 'T2', min_price: null });
      for (const image of [updated?.before, updated?.after]) {
        expect(
          Object.keys(image ?? {})
            .filter((name) => name !== 'last_modified')
            .toSorted(),
        ).toEqual(['min_price', 'name']);
      }
      expect(removed?.before).toMatchObject({ name: 'T2', code: 'é', priority: 5 });
    });

    test('a change may count as made earlier, but not before the newest one, and not in the future', async () => {
      const store = await emptyStore(subject);
      const [earlierMs, hourMs] = [Date.UTC(2026, 0, 2, 3, 4, 5, 678), 3_600_000];
      const { id } = committed(
        await store.create(ymProfileResource, seller, { name: 'Y', code: 'y' }, actorAt(earlierMs), { id: 7 }),
      );
      const batch = async (name: string, timeMs: number) => {
        const { revision } = await store.head(partitionOf(store));
        const write = { operation: 'update', resource: ymProfileResource, id, value: { name, code: 'y' } } as const;
        await store.writeBatch(seller, [write], actorAt(timeMs), { knownRevision: revision });
      };
      await batch('Y2', earlierMs + hourMs);
      await batch('Y3', earlierMs);
      const beforeMs = Date.now();
      await batch('Y4', beforeMs + 24 * hourMs);
      const { changes } = await store.changeLog(seller, 0, 10);
      const [last, ...others] = changes.map(({ timeMs }) => timeMs);
      expect(others).toEqual([earlierMs + hourMs, earlierMs + hourMs, earlierMs]);
      // Redis and this process may be a moment apart.
      expect(Math.abs(last! - beforeMs)).toBeLessThan(hourMs);
      const found = await store.get(ymProfileResource, seller, id);
      expect(found?.value).toMatchObject({ name: 'Y4' });
    });

    test('is trimmed from its oldest end: what is older than a time, some at a time, and never the newest', async () => {
      const store = await emptyStore(subject);
      const history = await makeHistory(store);
      const trim = (beforeMs: number, keptNewest: number, most: number) =>
        store.trimChanges(partitionOf(store), { beforeMs, keptNewest, most });
      const laterMs = (history.at(-1)?.timeMs ?? 0) + 1;
      expect(await trim((history[0]?.timeMs ?? 0) - 1, 0, 100)).toEqual({ removed: 0, oldestMs: history[0]?.timeMs });
      expect(await trim(laterMs, 7, 100)).toMatchObject({ removed: 0 });
      expect(await trim(laterMs, 0, 2)).toMatchObject({ removed: 2 });
      expect(await store.changeLog(seller, 0, 100)).toEqual({ changes: history.slice(1).toReversed(), total: 4 });
      expect(await trim(laterMs, 1, 100)).toEqual({ removed: 4, oldestMs: history.at(-1)?.timeMs });
      expect(await store.changeLog(seller, 0, 100)).toEqual({ changes: history.slice(-1), total: 1 });
      expect(await trim(laterMs, 0, 100)).toEqual({ removed: 1, oldestMs: null });
      expect((await store.head(partitionOf(store))).revision).toBe(7);
      expect((await store.changesAfter(partitionOf(store), { revision: 7 }, 10)).gap).toBeNull();
      await addYmProfile(store);
      expect((await store.changeLog(seller, 0, 100)).changes).toMatchObject([{ revision: 8 }]);
    });

    test('changes that are no longer kept are neither listed nor counted', async () => {
      const store = await emptyStore(subject);
      const history = await makeHistory(store);
      await subject.forgetChanges(partitionOf(store), 3);
      expect(await store.changeLog(seller, 0, 100)).toEqual({ changes: history.slice(2).toReversed(), total: 3 });
      await subject.forgetChanges(partitionOf(store), 7);
      expect(await store.changeLog(seller, 0, 100)).toEqual({ changes: [], total: 0 });
    });
  });

  describe('following a partition', () => {
    test('gives every change exactly once and in order, whatever the limit', async () => {
      const store = await emptyStore(subject);
      const history = await makeHistory(store);
      const followed: Change[] = [];
      for (let revision = 0; revision < 7; revision = followed.at(-1)?.revision ?? 7) {
        const { changes, gap } = await store.changesAfter(partitionOf(store), { revision }, 2);
        expect(gap).toBeNull();
        followed.push(...changes);
      }
      expect(followed.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(followed.filter(({ memberId }) => memberId === seller)).toEqual(history);
      expect(await store.changesAfter(partitionOf(store), { revision: 7 }, 2)).toMatchObject({
        changes: [],
        gap: null,
      });
    });

    test('says so when changes are no longer kept', async () => {
      const store = await emptyStore(subject);
      await makeHistory(store);
      await subject.forgetChanges(partitionOf(store), 3);
      const gapAfter = async (revision: number) =>
        (await store.changesAfter(partitionOf(store), { revision }, 10)).gap === 'trimmed';
      expect(await Promise.all([0, 2, 3, 6, 7].map(gapAfter))).toEqual([true, true, false, false, false]);
      await subject.forgetChanges(partitionOf(store), 7);
      expect(await Promise.all([6, 7].map(gapAfter))).toEqual([true, false]);
      await addYmProfile(store);
      expect(await Promise.all([6, 7].map(gapAfter))).toEqual([true, false]);
      expect((await store.head(partitionOf(store))).revision).toBe(8);
    });

    test('says so when the store is behind the follower, as after a restored backup', async () => {
      const store = await emptyStore(subject);
      await makeHistory(store);
      expect((await store.changesAfter(partitionOf(store), { revision: 8 }, 10)).gap).toBe('replaced');
    });

    test('says so when the position of a reader is in another history, though its revision looks right', async () => {
      const store = await emptyStore(subject);
      const history = await makeHistory(store);
      const partition = partitionOf(store);
      const { objects: _, ...position } = await store.load(partition, storedResources);
      expect(position).toEqual(await store.head(partition));
      const gapAfter = async (other: RememberedPosition) => (await store.changesAfter(partition, other, 10)).gap;
      expect(await gapAfter(position)).toBeNull();
      for (const other of [{ mark: 'other' }, { epoch: 'other' }]) {
        expect(await gapAfter({ ...position, ...other })).toBe('replaced');
      }
      // Each reader has its own position: what one has read says nothing of another.
      const [first] = history;
      const early = { ...position, revision: first?.revision ?? 0, mark: first?.mark ?? '' };
      expect(await gapAfter({ ...early, mark: 'other' })).toBe('replaced');
      expect(await gapAfter(early)).toBeNull();
    });

    test('starts from all objects of the partition, and of no other', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const tier = await addTier(store, ymProfile);
      const theirs = await addYmProfile(store, neighbour(store));
      await add(store, memberResource, null, { name: 'Seller' }, { id: seller });
      await addYmProfile(store, seller + 1);
      const { revision, objects } = await store.load(partitionOf(store), storedResources);
      expect(revision).toBe(4);
      expect(objects.map(({ service, id }) => `${service} ${id}`).toSorted()).toEqual(
        [`ym-auction-tier ${tier}`, `ym-profile ${ymProfile}`, `ym-profile ${theirs}`, `member ${seller}`].toSorted(),
      );
      const { value, revision: since } = objects.find(({ service }) => service === 'ym-auction-tier')!;
      expect({ value, revision: since }).toEqual(await store.get(tierResource, seller, tier));
    });

    test('loads more objects than it reads at once', async () => {
      const store = await emptyStore(subject);
      const ids = await Promise.all(Array.from({ length: 1203 }, () => addYmProfile(store)));
      const { objects } = await store.load(partitionOf(store), [ymProfileResource]);
      expect(objects.map(({ id }) => id)).toEqual(ids.toSorted((a, b) => a - b));
      const one = objects[700]!;
      const keep = (object: LoadedObject) => (object.id === one.id ? one : object);
      const again = await store.load(partitionOf(store), [ymProfileResource], keep);
      expect(again.objects).toEqual(objects);
      expect(again.objects[700]).toBe(one);
      expect(again.objects[701]).not.toBe(objects[701]);
    });

    test('a write notifies every replica of its partition and revision; a listener that has ended is not called', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const heard: string[] = [];
      const end = await stores[0].onChangeNotification((partition, revision) =>
        heard.push(`first ${partition} ${revision}`),
      );
      await stores[1].onChangeNotification((partition, revision) => heard.push(`second ${partition} ${revision}`));
      heard.length = 0;
      await addYmProfile(stores[0]);
      const partition = partitionOf(stores[0]);
      await vi.waitFor(() => expect(heard.toSorted()).toEqual([`first ${partition} 1`, `second ${partition} 1`]));
      await end();
      heard.length = 0;
      await addYmProfile(stores[0], seller + 1);
      await vi.waitFor(() => expect(heard).toEqual([`second ${partition + 1} 1`]));
    });
  });
}

/** Five changes of one member, among changes of another member in the same partition. */
async function makeHistory(store: ObjectStore): Promise<Change[]> {
  const ymProfile = committed(await store.create(ymProfileResource, seller, { name: 'Y', publisher_ids: [1] }, actor));
  await addYmProfile(store, neighbour(store));
  const value = { name: 'T', ym_profile_id: ymProfile.id, min_price: '0.100000', code: 'é' };
  const tier = committed(await store.create(tierResource, seller, value, { user: 'bob 😀', requestId: 'r-2' }));
  const next = { ...tier.after, name: 'T2', min_price: null };
  const updated = committed(await store.update(tierResource, seller, tier.id, next, tier.revision, actor));
  await addYmProfile(store, neighbour(store));
  const removed = committed(await store.remove(tierResource, seller, tier.id, actor));
  const last = committed(await store.remove(ymProfileResource, seller, ymProfile.id, actor));
  return [ymProfile, tier, updated, removed, last];
}
