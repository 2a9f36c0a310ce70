import {
  memberResource,
  platformMemberResource,
  tierResource,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import type {
  CreateOptions,
  Idempotency,
  ObjectStore,
  StoredResource,
  WriteResult,
} from '../../src/port/object-store.ts';
import { actor, addTier, addYmProfile, committed, neighbour, refused, seller, written } from './sample.ts';
import { emptyStore, secondStore, type StoreSubject } from './subject.ts';

const idempotency: Idempotency = { key: 'ann 1', fingerprint: 'f' };
const reusedKey = { kind: 'reused_key' };
/** The object after a write that was done. */
const objectOf = (result: WriteResult) => (result.ok ? result.object : null);
const own = (key: string) => ({ idempotency: { key, fingerprint: key } });

interface Request {
  readonly resource: StoredResource;
  readonly memberId: number | null;
  readonly value: Readonly<Record<string, unknown>>;
  readonly options?: CreateOptions;
}

/** A resource of each kind of owner, and one whose id the caller gives. */
const requests: readonly Request[] = [
  { resource: ymProfileResource, memberId: seller, value: { name: 'Y', publisher_ids: [7] } },
  {
    resource: userResource,
    memberId: null,
    value: { username: 'ann', role: 'admin' },
    options: { secrets: { password_hash: 'hash' } },
  },
  { resource: memberResource, memberId: null, value: { name: 'Seller', revenue_share_pct: 12.5 } },
  { resource: platformMemberResource, memberId: null, value: { id: 12, name: 'Buyer', active: true } },
];

/** Tests of creates that are sent again. */
export function testIdempotency(subject: StoreSubject): void {
  describe.each(requests)('a create of a $resource.service under a key', ({ resource, memberId, value, options }) => {
    const send = (store: ObjectStore, more: CreateOptions = {}): Promise<WriteResult> =>
      store.create(resource, memberId, value, { ...actor }, { ...options, idempotency, ...more });

    test('is done once, and its first answer is given whenever it is sent again', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      expect(await stores[0].repeatOf(resource, memberId, idempotency)).toBeNull();
      const first = await send(stores[0]);
      expect(first).toMatchObject({ ok: true, isRepeat: false });
      const repeat = { ok: true, isRepeat: true, change: committed(first), object: written(first) };
      for (const store of stores) {
        expect(await store.repeatOf(resource, memberId, idempotency)).toEqual(repeat);
        expect(await send(store)).toEqual(repeat);
        const late = { user: 'bob', requestId: 'request-2' };
        const changed = { ...value, name: 'Other' };
        expect(await store.create(resource, memberId, changed, late, { ...options, idempotency })).toEqual(repeat);
      }
      expect(await countObjects(stores[0], resource)).toBe(1);
    });

    test('does not stop an update and a removal under keys of their own, which are done once too', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const first = await send(stores[0]);
      const { id, memberId: owner, revision } = committed(first);
      const changed = { ...objectOf(first), name: 'Changed', username: 'changed' };
      const update = (store: ObjectStore) => store.update(resource, owner, id, changed, revision, actor, own('update'));
      const updated = await update(stores[0]);
      const later = committed(await stores[0].update(resource, owner, id, changed, committed(updated).revision, actor));
      for (const repeat of [
        await update(stores[1]),
        await stores[1].repeatOf(resource, owner, own('update').idempotency, id),
      ]) {
        expect(repeat).toMatchObject({ ok: true, isRepeat: true, object: objectOf(updated) });
        expect(repeat).toMatchObject({ change: { id, operation: 'update', revision: committed(updated).revision } });
      }
      const remove = (store: ObjectStore) =>
        store.remove(resource, owner, id, actor, { expectedRevision: later.revision, ...own('remove') });
      const removed = committed(await remove(stores[0]));
      for (const repeat of [
        await remove(stores[1]),
        await stores[1].repeatOf(resource, owner, own('remove').idempotency, id),
      ]) {
        expect(repeat).toMatchObject({ ok: true, isRepeat: true, object: null });
        expect(repeat).toMatchObject({ change: { id, operation: 'delete', revision: removed.revision } });
      }
    });

    test('is refused when it asks for something else, and then leaves the first answer as it is', async () => {
      const store = await emptyStore(subject);
      const { id } = committed(await send(store));
      const other = { ...idempotency, fingerprint: 'other' };
      expect(refused(await send(store, { idempotency: other }))).toEqual(reusedKey);
      expect(await store.repeatOf(resource, memberId, other)).toEqual({ ok: false, refusal: reusedKey });
      expect(await send(store)).toMatchObject({ isRepeat: true, change: { id } });
      expect(await countObjects(store, resource)).toBe(1);
    });

    test('gives its first answer also after the object was changed, and after it was removed', async () => {
      const store = await emptyStore(subject);
      const made = await send(store);
      const first = committed(made);
      const repeat = { ok: true, isRepeat: true, change: first, object: written(made) };
      const changed = { ...first.after, name: 'Changed', username: 'changed' };
      const owner = first.memberId;
      committed(await store.update(resource, owner, first.id, changed, first.revision, actor));
      expect(await send(store)).toEqual(repeat);
      committed(await store.remove(resource, owner, first.id, actor));
      expect(await send(store)).toEqual(repeat);
      expect(await store.repeatOf(resource, memberId, idempotency)).toEqual(repeat);
      expect(await store.get(resource, owner, first.id)).toBeNull();
    });

    test('makes one object, however often it is sent at the same time', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const results = await Promise.all(Array.from({ length: 20 }, (_, index) => send(stores[index % 2]!)));
      expect(results.filter((result) => result.ok && !result.isRepeat)).toHaveLength(1);
      const changes = results.map(committed);
      expect(changes).toEqual(changes.map(() => changes[0]));
      expect(await countObjects(stores[1], resource)).toBe(1);
    });

    test('leaves nothing when it is refused', async () => {
      const store = await emptyStore(subject);
      expect(refused(await send(store, { limit: 0 }))).toEqual({ kind: 'limit', limit: 0 });
      expect(await store.repeatOf(resource, memberId, idempotency)).toBeNull();
      const other = { ...idempotency, fingerprint: 'other' };
      expect(await send(store, { idempotency: other })).toMatchObject({ ok: true, isRepeat: false });
      expect(refused(await send(store))).toEqual(reusedKey);
    });
  });

  describe('a key', () => {
    const keys = ['', '__proto__', 'a:b', '{p1}', '{}', 'ü 😀', 'x'.repeat(1000)];

    test.for(keys)('%j names one create of an owner', async (key) => {
      const store = await emptyStore(subject);
      const named = { idempotency: { key, fingerprint: '' } };
      for (const [resource, owner, value] of [
        [ymProfileResource, seller, { name: 'Y' }],
        [ymProfileResource, neighbour(store), { name: 'Y' }],
        [memberResource, null, { name: 'Seller' }],
      ] as const) {
        const first = await store.create(resource, owner, value, actor, named);
        expect(first).toMatchObject({ ok: true, isRepeat: false });
        expect(await store.create(resource, owner, value, actor, named)).toEqual({ ...first, isRepeat: true });
      }
      const other = { idempotency: { key: `${key}'`, fingerprint: '' } };
      for (const [resource, owner] of [
        [ymProfileResource, seller],
        [memberResource, null],
      ] as const) {
        expect(await store.repeatOf(resource, owner, other.idempotency)).toBeNull();
        const another = await store.create(resource, owner, { name: 'Other' }, actor, other);
        expect(another).toMatchObject({ ok: true, isRepeat: false });
      }
    });

    test('of a create cannot be used for one of another service', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const value = { name: 'T', ym_profile_id: ymProfile };
      committed(await store.create(tierResource, seller, value, actor, { idempotency }));
      expect(refused(await store.create(ymProfileResource, seller, { name: 'Y' }, actor, { idempotency }))).toEqual(
        reusedKey,
      );
      expect(await store.repeatOf(ymProfileResource, seller, idempotency)).toEqual({ ok: false, refusal: reusedKey });
    });

    test('is looked at before all else: the limit, what is referred to, and values that are taken meanwhile', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const value = { name: 'T', ym_profile_id: ymProfile, code: 'gold' };
      const send = () => store.create(tierResource, seller, value, actor, { idempotency, limit: 1 });
      const made = await send();
      const first = committed(made);
      const repeat = { ok: true, isRepeat: true, change: first, object: written(made) };
      expect(await send()).toEqual(repeat);
      committed(await store.remove(tierResource, seller, first.id, actor));
      committed(await store.remove(ymProfileResource, seller, ymProfile, actor));
      await addTier(store, await addYmProfile(store), { code: 'gold' });
      expect(await send()).toEqual(repeat);
    });

    test('stands beside no given id of a member, which says already which one is meant', async () => {
      const store = await emptyStore(subject);
      const create = store.create(memberResource, null, { name: 'Seller' }, actor, { id: 19, idempotency });
      await expect(create).rejects.toBeInstanceOf(TypeError);
      expect(await countObjects(store, memberResource)).toBe(0);
    });
  });
}

async function countObjects(store: ObjectStore, resource: StoredResource): Promise<number> {
  const partitions = Array.from({ length: store.partitions }, (_, partition) => store.load(partition, [resource]));
  return (await Promise.all(partitions)).flatMap(({ objects }) => objects).length;
}
