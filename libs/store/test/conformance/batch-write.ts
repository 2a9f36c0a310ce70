import {
  memberResource,
  profileResource,
  tierResource,
  withInitials,
  ymProfileResource,
} from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import type { ObjectStore, Refusal, BatchOptions, BatchResult, Write } from '../../src/port/object-store.ts';
import { actor, addProfile, addTier, addYmProfile, neighbour, refused as whyRefused, seller } from './sample.ts';
import { emptyStore, secondStore, type StoreSubject } from './subject.ts';

const tier = (ym_profile_id: number, value = {}) => withInitials(tierResource, { name: 'T', ym_profile_id, ...value });
const profile = (value = {}) => withInitials(profileResource, value);
const partitionOf = (store: ObjectStore) => seller % store.partitions;

const create = (resource: Write['resource'], id: number, value: object): Write => ({
  operation: 'create',
  resource,
  id,
  value: { ...value },
});
const update = (id: number, value: object): Write => ({
  operation: 'update',
  resource: tierResource,
  id,
  value: { ...value },
});
const remove = (resource: Write['resource'], id: number): Write => ({ operation: 'delete', resource, id });

async function writeBatch(
  store: ObjectStore,
  writes: readonly Write[],
  more: Partial<BatchOptions> = {},
): Promise<BatchResult> {
  const knownRevision = (await store.head(partitionOf(store))).revision;
  return store.writeBatch(seller, writes, actor, { knownRevision, ...more });
}

/** A ym-profile with two tiers, of which the first is targeted. */
async function filled(store: ObjectStore) {
  const ymProfile = await addYmProfile(store);
  const used = await addProfile(store, seller, { code: 'p' });
  const a = await addTier(store, ymProfile, { code: 'a', profile_id: used });
  const b = await addTier(store, ymProfile, { code: 'b' });
  return { ymProfile, used, a, b };
}

/** Tests of batch writes: many writes, all or none. */
export function testBatchWrites(subject: StoreSubject): void {
  describe('a batch write', () => {
    test('is checked against the state after it: its creates may be referred to, values that it releases may be taken', async () => {
      const store = await emptyStore(subject);
      const { ymProfile, used, a, b } = await filled(store);
      const [profileId = 0] = await store.drawIds('profile', 1);
      const [tierId = 0] = await store.drawIds('ym-auction-tier', 1);
      const writes = [
        create(profileResource, profileId, profile({ code: 'p' })),
        create(tierResource, tierId, tier(ymProfile, { code: 'a', profile_id: profileId })),
        update(b, tier(ymProfile, { code: 'c', profile_id: profileId, description: 'moved' })),
        remove(tierResource, a),
        remove(profileResource, used),
      ];
      const first = (await store.head(partitionOf(store))).revision + 1;
      expect(await writeBatch(store, writes)).toMatchObject({ ok: true, revision: first + 4 });
      expect(await store.get(tierResource, seller, a)).toBeNull();
      expect(await store.get(profileResource, seller, used)).toBeNull();
      expect((await store.get(tierResource, seller, tierId))?.value).toMatchObject({ code: 'a', member_id: seller });
      expect((await store.get(tierResource, seller, b))?.value).toMatchObject({ code: 'c', profile_id: profileId });
      const { changes } = await store.changesAfter(partitionOf(store), { revision: first - 1 }, 10);
      expect(changes.map(({ operation, id, through, revision }) => [operation, id, through, revision])).toEqual(
        [profileId, tierId, b, a, used].map((id, position) => [
          writes[position]?.operation,
          id,
          first + 4,
          first + position,
        ]),
      );
      expect((await store.changeLog(seller, 0, 5)).changes).toEqual(changes.toReversed());
      expect(await subject.readHash('ym-auction-tier', partitionOf(store), b)).toMatchObject({ code: 'c' });
      const { objects } = await store.load(partitionOf(store), [tierResource, profileResource]);
      expect(objects.map(({ id }) => id)).toEqual([b, tierId, profileId]);
    });

    test('lets objects exchange what no two may share', async () => {
      const store = await emptyStore(subject);
      const { ymProfile, a, b } = await filled(store);
      await writeBatch(store, [update(a, tier(ymProfile, { code: 'b' })), update(b, tier(ymProfile, { code: 'a' }))]);
      const duplicate = await store.create(tierResource, seller, tier(ymProfile, { code: 'a' }), actor);
      expect(duplicate).toEqual({ ok: false, refusal: { kind: 'duplicate', field: 'code', value: 'a', id: b } });
    });

    type Filled = Awaited<ReturnType<typeof filled>>;
    const free = Number.MAX_SAFE_INTEGER;
    const refusals: readonly (readonly [
      string,
      (has: Filled) => readonly Write[],
      number,
      (has: Filled) => Refusal,
    ])[] = [
      [
        'an id that is taken',
        ({ ymProfile, a }) => [create(tierResource, a, tier(ymProfile))],
        0,
        () => ({ kind: 'exists' }),
      ],
      [
        'an object that is not there',
        ({ ymProfile }) => [update(free, tier(ymProfile))],
        0,
        () => ({ kind: 'not_found' }),
      ],
      [
        'a reference to an object that it removes',
        ({ ymProfile, used, b }) => [update(b, tier(ymProfile, { profile_id: used })), remove(profileResource, used)],
        0,
        ({ used }) => ({ kind: 'dangling', field: 'profile_id', service: 'profile', id: used }),
      ],
      [
        'the removal of what is still in use',
        ({ used, b }) => [remove(tierResource, b), remove(profileResource, used)],
        1,
        () => ({ kind: 'in_use', service: 'ym-auction-tier', count: 1 }),
      ],
      [
        'a value that another object keeps',
        ({ ymProfile, b }) => [create(tierResource, free, tier(ymProfile)), update(b, tier(ymProfile, { code: 'a' }))],
        1,
        ({ a }) => ({ kind: 'duplicate', field: 'code', value: 'a', id: a }),
      ],
      [
        'a value that it gives twice',
        ({ ymProfile, b }) => [
          create(tierResource, free, tier(ymProfile, { code: 'z' })),
          update(b, tier(ymProfile, { code: 'z' })),
        ],
        1,
        () => ({ kind: 'duplicate', field: 'code', value: 'z', id: free }),
      ],
    ];

    test.for(refusals)(
      'with %s is refused as a whole, and changes nothing',
      async ([, writesOf, position, refusalOf]) => {
        const store = await emptyStore(subject);
        const has = await filled(store);
        const writes = [create(tierResource, free - 1, tier(has.ymProfile)), ...writesOf(has)];
        const before = [
          await subject.readLog(partitionOf(store)),
          await store.load(partitionOf(store), [tierResource, profileResource]),
        ];
        const refused = { ok: false, refusal: refusalOf(has), index: position + 1 };
        expect(await writeBatch(store, writes, { isDryRun: true })).toEqual(refused);
        expect(await writeBatch(store, writes)).toEqual(refused);
        expect([
          await subject.readLog(partitionOf(store)),
          await store.load(partitionOf(store), [tierResource, profileResource]),
        ]).toEqual(before);
      },
    );

    test('may have at the end as many objects as the member may, however many it makes', async () => {
      const store = await emptyStore(subject);
      const { ymProfile, a, b } = await filled(store);
      const ids = await store.drawIds('ym-auction-tier', 3);
      const makes = ids.map((id) => create(tierResource, id, tier(ymProfile)));
      const limits = { 'ym-auction-tier': 3 };
      const over = { ok: false, refusal: { kind: 'limit', limit: 3 }, index: 0 };
      expect(await writeBatch(store, [...makes, remove(tierResource, a)], { limits })).toEqual(over);
      expect(
        await writeBatch(store, [...makes, remove(tierResource, a), remove(tierResource, b)], { limits }),
      ).toMatchObject({ ok: true });
      const exchange = [
        create(tierResource, a, tier(ymProfile)),
        ...ids.slice(0, 1).map((id) => remove(tierResource, id)),
      ];
      expect(await writeBatch(store, exchange, { limits: { 'ym-auction-tier': 1 } })).toMatchObject({ ok: true });
    });

    test('is refused when the member has a change after the known revision, not when another member has one', async () => {
      const store = await emptyStore(subject);
      const { b } = await filled(store);
      const knownRevision = (await store.head(partitionOf(store))).revision;
      await addYmProfile(store, neighbour(store));
      expect(await writeBatch(store, [], { knownRevision, isDryRun: true })).toMatchObject({ ok: true });
      await addYmProfile(store);
      const stale = { ok: false, refusal: { kind: 'changed' }, index: null };
      expect(await writeBatch(store, [remove(tierResource, b)], { knownRevision })).toEqual(stale);
    });

    test('that is a dry run writes nothing and answers as if it had been done', async () => {
      const store = await emptyStore(subject);
      const { b } = await filled(store);
      const revision = (await store.head(partitionOf(store))).revision;
      expect(await writeBatch(store, [remove(tierResource, b)], { isDryRun: true })).toMatchObject({
        ok: true,
        revision,
      });
      expect((await store.head(partitionOf(store))).revision).toBe(revision);
      expect(await store.get(tierResource, seller, b)).not.toBeNull();
    });

    test('under a key is done once, and gives its first answer whenever it is sent again', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const { b } = await filled(stores[0]);
      const idempotency = { key: 'ann 1', fingerprint: 'f', answer: 'the answer' };
      const writes = [remove(tierResource, b)];
      expect(await stores[0].earlierBatch(seller, idempotency)).toBeNull();
      const done = await writeBatch(stores[0], writes, { idempotency });
      const earlier = { ...done, earlierAnswer: 'the answer' };
      for (const store of stores) {
        expect(await store.earlierBatch(seller, idempotency)).toEqual(earlier);
        expect(await writeBatch(store, writes, { idempotency: { ...idempotency, answer: 'another' } })).toEqual(
          earlier,
        );
        const reused = { ok: false, refusal: { kind: 'reused_key' }, index: null };
        expect(await writeBatch(store, [], { idempotency: { ...idempotency, fingerprint: 'g' } })).toEqual(reused);
        expect(await store.create(ymProfileResource, seller, { name: 'Y' }, actor, { idempotency })).toMatchObject({
          ok: false,
          refusal: { kind: 'reused_key' },
        });
      }
      expect(await writeBatch(stores[0], [], { idempotency: { ...idempotency, key: 'ann 2' } })).toEqual(done);
      expect(await writeBatch(stores[1], writes, { idempotency: { ...idempotency, key: 'ann 2' } })).toMatchObject({
        earlierAnswer: 'the answer',
      });
    });

    test('of many objects under a key gives its first answer again, however long it is', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const ids = await store.drawIds('ym-auction-tier', 1500);
      const writes = ids.map((id) => create(tierResource, id, tier(ymProfile, { description: 'ü😀'.repeat(50) })));
      for (const [key, answer] of [
        ['long', 'aü😀\0'.repeat(100_000)],
        ['none', ''],
      ] as const) {
        const idempotency = { key, fingerprint: 'f', answer };
        const done = await writeBatch(store, key === 'none' ? [] : writes, { idempotency });
        expect(done).toMatchObject({ ok: true });
        expect(await store.earlierBatch(seller, idempotency)).toEqual({ ...done, earlierAnswer: answer });
        expect(await writeBatch(store, writes, { idempotency })).toEqual({ ...done, earlierAnswer: answer });
      }
      expect(await store.changeLog(seller, 0, 0)).toMatchObject({ total: writes.length + 1 });
    });

    test('of thousands of objects leaves the same as single writes, and nothing once the objects are removed', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const codes = ['__proto__', 'a\0b', '\\u00e9/"', 'ü 😀', ...Array.from({ length: 4196 }, (_, at) => `c${at}`)];
      const ids = await store.drawIds('ym-auction-tier', codes.length);
      const makes = ids.map((id, at) => create(tierResource, id, tier(ymProfile, { code: codes[at] })));
      expect(await writeBatch(store, makes)).toMatchObject({ ok: true });
      const { objects } = await store.load(partitionOf(store), [tierResource]);
      expect(objects.map(({ value }) => value['code'])).toEqual(codes);
      expect(await store.changeLog(seller, 0, 0)).toMatchObject({ total: codes.length + 1 });
      const inUse = { kind: 'in_use', service: 'ym-auction-tier', count: codes.length };
      expect(whyRefused(await store.remove(ymProfileResource, seller, ymProfile, actor))).toEqual(inUse);
      const double = { ...tier(ymProfile), code: codes.at(-1) };
      const duplicate = { kind: 'duplicate', field: 'code', value: codes.at(-1), id: ids.at(-1) };
      expect(whyRefused(await store.create(tierResource, seller, double, actor))).toEqual(duplicate);

      expect(
        await writeBatch(
          store,
          ids.map((id) => remove(tierResource, id)),
        ),
      ).toMatchObject({ ok: true });
      expect(await store.load(partitionOf(store), [tierResource])).toMatchObject({ objects: [] });
      expect(await store.create(tierResource, seller, double, actor, { limit: 1 })).toMatchObject({ ok: true });
    });

    test('writes each object once', async () => {
      const store = await emptyStore(subject);
      const { ymProfile, b } = await filled(store);
      const twice = [update(b, tier(ymProfile)), remove(tierResource, b)];
      await expect(writeBatch(store, twice)).rejects.toThrow(/twice, allowed: each object once/);
    });

    test('makes a member together with its first objects, or none of them', async () => {
      const store = await emptyStore(subject);
      const [ymProfileId = 0] = await store.drawIds('ym-profile', 1);
      const member = create(memberResource, seller, withInitials(memberResource, { name: 'M' }));
      const ymProfile = create(ymProfileResource, ymProfileId, withInitials(ymProfileResource, { name: 'Y' }));
      const stray = create(tierResource, 1, tier(ymProfileId + 1));
      expect(await writeBatch(store, [member, ymProfile, stray])).toMatchObject({ ok: false, index: 2 });
      expect(await store.get(memberResource, seller, seller)).toBeNull();
      expect(await writeBatch(store, [member, ymProfile])).toMatchObject({ ok: true });
      expect((await store.get(memberResource, seller, seller))?.value).toMatchObject({ id: seller, name: 'M' });
      expect((await store.changeLog(seller, 0, 5)).changes).toMatchObject([
        { service: 'ym-profile', id: ymProfileId, operation: 'create' },
        { service: 'member', id: seller, operation: 'create' },
      ]);
      expect((await store.stepsOf(seller, ymProfileId, 0, 5)).total).toBe(1);
      expect(await writeBatch(store, [member])).toMatchObject({ ok: false, refusal: { kind: 'exists' } });
    });

    test('writes what belongs to members only', async () => {
      const store = await emptyStore(subject);
      await expect(writeBatch(store, [create(memberResource, seller + 1, { name: 'Other' })])).rejects.toThrow();
      await expect(writeBatch(store, [remove(memberResource, seller)])).rejects.toThrow(/a member, allowed/);
    });
  });
}
