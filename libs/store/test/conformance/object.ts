import { type Field, memberResource, storedResources, tierResource, ymProfileResource } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import type { StoredResource } from '../../src/port/object-store.ts';
import { samples } from './full-object.ts';
import {
  actor,
  add,
  addTier,
  addYmProfile,
  changedOf,
  committed,
  largestId,
  refused,
  seller,
  stranger,
  written,
} from './sample.ts';
import { emptyStore, type StoreSubject } from './subject.ts';

const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown;

/** Tests of one object of each resource. */
export function testObjects(subject: StoreSubject): void {
  describe.each(samples)('a $resource.service', (sample) => {
    const { resource, memberId, change } = sample;
    const secrets = sample.secrets ?? {};
    const options = sample.id === undefined ? { secrets } : { secrets, id: sample.id };
    const owned = resource.owner === 'member' ? { member_id: seller } : {};
    const unset = Object.fromEntries(
      Object.entries<Field>(resource.fields).map(([name, { initial }]) => [name, initial ?? null]),
    );
    const stamps = Object.fromEntries(
      ['created_on', 'last_modified']
        .filter((field) => resource.fields[field] !== undefined)
        .map((field) => [field, date]),
    );

    test('comes back as it was created, with an id, dates and initial values where nothing was set', async () => {
      const store = await emptyStore(subject);
      const value = await sample.value(store);
      const created = committed(await store.create(resource, memberId, value, actor, options));
      expect(created.after).toEqual({ ...unset, ...value, ...owned, ...stamps, id: created.id });
      expect(created.before).toBeNull();
      if (sample.id !== undefined) expect(created.id).toBe(sample.id);
      expect(await store.get(resource, memberId, created.id)).toEqual({
        value: created.after,
        revision: created.revision,
      });
    });

    test('is a hash with one field for each attribute that was set and is not null, which any client reads as the exact text', async () => {
      const store = await emptyStore(subject);
      const value = await sample.value(store);
      const {
        id,
        partition,
        after: created,
      } = committed(await store.create(resource, memberId, value, actor, options));
      const names = Object.keys({ ...value, ...owned, ...stamps, id });
      const set = Object.entries(created ?? {}).filter(
        ([name, attribute]) => names.includes(name) && attribute !== null,
      );
      const expected = Object.fromEntries(
        set.map(([field, attribute]) => [field, sample.texts[field] ?? String(attribute)]),
      );
      expect(await subject.readHash(resource.service as never, partition, id)).toEqual(expected);
    });

    test('is replaced by an update, down to the fields of its hash', async () => {
      const store = await emptyStore(subject);
      const created = committed(await store.create(resource, memberId, await sample.value(store), actor, options));
      const { id, partition } = created;
      const value = { ...created.after, ...change };
      const result = await store.update(resource, memberId, id, value, created.revision, actor);
      const updated = committed(result);
      const after = written(result) ?? {};
      expect(after).toEqual({ ...value, ...stamps });
      expect(updated).toMatchObject({ operation: 'update', revision: created.revision + 1 });
      expect(updated.before).toEqual(changedOf(created.after ?? {}, after));
      expect(updated.after).toEqual(changedOf(after, created.after ?? {}));
      expect(await store.get(resource, memberId, id)).toEqual({ value: after, revision: updated.revision });
      const present = Object.entries(after).filter(([, attribute]) => attribute !== null);
      const hash = await subject.readHash(resource.service as never, partition, id);
      expect(Object.keys(hash).toSorted()).toEqual(present.map(([field]) => field).toSorted());
    });

    test('is gone once removed', async () => {
      const store = await emptyStore(subject);
      const created = committed(await store.create(resource, memberId, await sample.value(store), actor, options));
      const { id, partition } = created;
      const removed = committed(await store.remove(resource, memberId, id, actor));
      expect(removed).toMatchObject({ operation: 'delete', before: created.after, after: null });
      expect(await store.get(resource, memberId, id)).toBeNull();
      expect(await subject.readHash(resource.service as never, partition, id)).toEqual({});
      expect(refused(await store.remove(resource, memberId, id, actor))).toEqual({ kind: 'not_found' });
      const value = created.after ?? {};
      expect(refused(await store.update(resource, memberId, id, value, created.revision, actor))).toEqual({
        kind: 'not_found',
      });
    });

    test('keeps its id, its owner and its creation date whatever an update says', async () => {
      const store = await emptyStore(subject);
      const created = committed(await store.create(resource, memberId, await sample.value(store), actor, options));
      const claim = resource.owner === 'member' ? { member_id: stranger } : {};
      const value = { ...created.after, ...claim, id: 5, created_on: '1999-01-01 00:00:00' };
      const updated = written(await store.update(resource, memberId, created.id, value, created.revision, actor));
      expect(updated).toEqual({ ...created.after, ...stamps });
    });

    test('with an id that is taken is refused, and the first one stays', async () => {
      const store = await emptyStore(subject);
      const first = committed(await store.create(resource, memberId, await sample.value(store), actor, options));
      const value = { ...first.after, name: 'Again' };
      const again = await store.create(resource, memberId, value, actor, { secrets, id: first.id });
      expect(refused(again)).toEqual({ kind: 'exists' });
      expect(await store.get(resource, memberId, first.id)).toMatchObject({ value: first.after });
    });
  });

  test.for<StoredResource>(storedResources.filter(({ owner }) => owner === 'member'))(
    'a $service of one member does not exist for another',
    async (resource) => {
      const store = await emptyStore(subject);
      const sample = samples.find((one) => one.resource === resource)!;
      const options = { secrets: sample.secrets ?? {} };
      const created = committed(await store.create(resource, seller, await sample.value(store), actor, options));
      const { id, revision, after } = created;
      for (const other of [stranger, seller + store.partitions]) {
        expect(await store.get(resource, other, id)).toBeNull();
        expect(refused(await store.update(resource, other, id, after ?? {}, revision, actor))).toEqual({
          kind: 'not_found',
        });
        expect(refused(await store.remove(resource, other, id, actor))).toEqual({ kind: 'not_found' });
      }
      expect(await store.get(resource, seller, id)).toEqual({ value: after, revision });
    },
  );

  test('an object is removed at an expected revision only as it was then, and before it is asked who uses it', async () => {
    const store = await emptyStore(subject);
    const ymProfile = await addYmProfile(store);
    const id = await addTier(store, ymProfile);
    const { value, revision } = (await store.get(tierResource, seller, id))!;
    const result = await store.update(tierResource, seller, id, { ...value, name: 'T2' }, revision, actor);
    const updated = committed(result);
    const remove = (expectedRevision: number) => store.remove(tierResource, seller, id, actor, { expectedRevision });
    for (const other of [0, revision, updated.revision + 1]) {
      expect(refused(await remove(other))).toEqual({ kind: 'changed' });
    }
    expect(refused(await store.remove(ymProfileResource, seller, ymProfile, actor, { expectedRevision: 0 }))).toEqual({
      kind: 'changed',
    });
    expect(await store.get(tierResource, seller, id)).toEqual({ value: written(result), revision: updated.revision });
    committed(await remove(updated.revision));
    expect(refused(await remove(updated.revision))).toEqual({ kind: 'not_found' });
  });

  test('a member is not another member', async () => {
    const store = await emptyStore(subject);
    await add(store, memberResource, null, { name: 'Seller' }, { id: seller });
    expect(await store.get(memberResource, seller, seller)).not.toBeNull();
    expect(await store.get(memberResource, stranger, seller)).toBeNull();
    expect(refused(await store.remove(memberResource, stranger, seller, actor))).toEqual({ kind: 'not_found' });
  });

  test('drawn ids pass over those that were given', async () => {
    const store = await emptyStore(subject);
    for (const id of [2, 1]) await add(store, memberResource, null, { name: 'Given' }, { id });
    const drawn = [
      await add(store, memberResource, null, { name: 'A' }),
      await add(store, memberResource, null, { name: 'B' }),
    ];
    expect(drawn).toEqual([3, 4]);
  });

  test('a huge given id does not use up the ids that are drawn', async () => {
    const store = await emptyStore(subject);
    await add(store, memberResource, null, { name: 'Huge' }, { id: largestId });
    expect(await add(store, memberResource, null, { name: 'Next' })).toBe(1);
  });

  test('a member may have as many objects as the limit, and another as many again', async () => {
    const store = await emptyStore(subject);
    const create = (memberId: number) =>
      store.create(ymProfileResource, memberId, { name: 'One of many' }, actor, { limit: 2 });
    const first = committed(await create(seller));
    committed(await create(seller));
    expect(refused(await create(seller))).toEqual({ kind: 'limit', limit: 2 });
    committed(await create(seller + store.partitions));
    committed(await store.remove(ymProfileResource, seller, first.id, actor));
    committed(await create(seller));
  });
}
