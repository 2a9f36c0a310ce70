import { profileResource, tierResource, ymProfileResource } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import {
  actor,
  addProfile,
  addTier,
  addYmProfile,
  committed,
  largestId,
  neighbour,
  refused,
  seller,
} from './sample.ts';
import { emptyStore, type StoreSubject } from './subject.ts';

/** Tests of references between objects and of unique values. */
export function testRelations(subject: StoreSubject): void {
  describe('references', () => {
    test.for(['ym_profile_id', 'profile_id'] as const)('a tier whose %s names nothing is refused', async (field) => {
      const store = await emptyStore(subject);
      const service = field === 'profile_id' ? 'profile' : 'ym-profile';
      const value = { name: 'Premium', ym_profile_id: await addYmProfile(store), [field]: largestId };
      const before = (await store.head(seller % store.partitions)).revision;
      const expected = { kind: 'dangling', field, service, id: largestId };
      expect(refused(await store.create(tierResource, seller, value, actor))).toEqual(expected);
      expect((await store.head(seller % store.partitions)).revision).toBe(before);
    });

    test('a tier may not refer to an object of another member', async () => {
      const store = await emptyStore(subject);
      const theirs = await addYmProfile(store, neighbour(store));
      const value = { name: 'Premium', ym_profile_id: theirs };
      const expected = { kind: 'dangling', field: 'ym_profile_id', service: 'ym-profile', id: theirs };
      expect(refused(await store.create(tierResource, seller, value, actor))).toEqual(expected);

      const ours = await addYmProfile(store);
      const tier = await store.get(tierResource, seller, await addTier(store, ours));
      const moved = { ...tier?.value, ym_profile_id: theirs };
      const update = await store.update(
        tierResource,
        seller,
        Number(tier?.value['id']),
        moved,
        tier?.revision ?? 0,
        actor,
      );
      expect(refused(update)).toEqual(expected);
    });

    test('an object in use cannot be removed, and the refusal says how many use it', async () => {
      const store = await emptyStore(subject);
      const [ymProfile, other, profile] = [
        await addYmProfile(store),
        await addYmProfile(store),
        await addProfile(store),
      ];
      const tiers = [
        await addTier(store, ymProfile, { profile_id: profile }),
        await addTier(store, ymProfile),
        await addTier(store, other, { profile_id: profile }),
      ];
      const inUse = { kind: 'in_use', service: 'ym-auction-tier', count: 2 };
      expect(refused(await store.remove(ymProfileResource, seller, ymProfile, actor))).toEqual(inUse);
      expect(refused(await store.remove(profileResource, seller, profile, actor))).toEqual(inUse);

      const first = await store.get(tierResource, seller, tiers[0] ?? 0);
      const moved = { ...first?.value, ym_profile_id: other, profile_id: null };
      committed(await store.update(tierResource, seller, tiers[0] ?? 0, moved, first?.revision ?? 0, actor));
      expect(refused(await store.remove(ymProfileResource, seller, ymProfile, actor))).toEqual({ ...inUse, count: 1 });
      expect(refused(await store.remove(profileResource, seller, profile, actor))).toEqual({ ...inUse, count: 1 });

      expect(refused(await store.remove(ymProfileResource, seller, other, actor))).toEqual(inUse);

      committed(await store.remove(tierResource, seller, tiers[0] ?? 0, actor));
      expect(refused(await store.remove(ymProfileResource, seller, other, actor))).toEqual({ ...inUse, count: 1 });
      committed(await store.remove(tierResource, seller, tiers[1] ?? 0, actor));
      committed(await store.remove(tierResource, seller, tiers[2] ?? 0, actor));
      committed(await store.remove(ymProfileResource, seller, ymProfile, actor));
      committed(await store.remove(profileResource, seller, profile, actor));
      committed(await store.remove(ymProfileResource, seller, other, actor));
    });
  });

  describe('unique values', () => {
    const codes = ['a', '__proto__', 'constructor', 'with space', 'ünï😀', '0', '*?[a]', '\'"\\{}'];

    test.for(codes)('a code %j is one tier of a member only', async (code) => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const holder = await addTier(store, ymProfile, { code });
      const second = await store.create(
        tierResource,
        seller,
        { name: 'Second', ym_profile_id: ymProfile, code },
        actor,
      );
      expect(refused(second)).toEqual({ kind: 'duplicate', field: 'code', value: code, id: holder });
      const theirs = await addYmProfile(store, neighbour(store));
      await addTier(store, theirs, { code }, neighbour(store));
      await addYmProfile(store, seller, { code });
    });

    test('codes that differ in case are two codes, and null is none', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      for (const code of ['Gold', 'gold', null, null]) await addTier(store, ymProfile, { code });
    });

    test('a code is free again once its tier is removed or has another', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const first = await addTier(store, ymProfile, { code: 'gold' });
      const stored = await store.get(tierResource, seller, first);
      committed(
        await store.update(
          tierResource,
          seller,
          first,
          { ...stored?.value, code: 'silver' },
          stored?.revision ?? 0,
          actor,
        ),
      );
      const second = await addTier(store, ymProfile, { code: 'gold' });
      committed(await store.remove(tierResource, seller, second, actor));
      await addTier(store, ymProfile, { code: 'gold' });
    });

    test('an update keeps its own code, and cannot take that of another', async () => {
      const store = await emptyStore(subject);
      const ymProfile = await addYmProfile(store);
      const holder = await addTier(store, ymProfile, { code: 'gold' });
      const id = await addTier(store, ymProfile, { code: 'silver' });
      const stored = await store.get(tierResource, seller, id);
      const value = { ...stored?.value, name: 'Renamed' };
      const { revision } = committed(await store.update(tierResource, seller, id, value, stored?.revision ?? 0, actor));
      const taken = await store.update(tierResource, seller, id, { ...value, code: 'gold' }, revision, actor);
      expect(refused(taken)).toEqual({ kind: 'duplicate', field: 'code', value: 'gold', id: holder });
    });

    test('a publisher has one ym-profile of a member, up to the largest id', async () => {
      const store = await emptyStore(subject);
      const holder = await addYmProfile(store, seller, { publisher_ids: [7, largestId, 7] });
      const create = (publisher_ids: number[]) =>
        store.create(ymProfileResource, seller, { name: 'Second', publisher_ids }, actor);
      const taken = { kind: 'duplicate', field: 'publisher_ids', value: String(largestId), id: holder };
      expect(refused(await create([8, largestId]))).toEqual(taken);
      committed(await create([8, largestId - 1]));

      const stored = await store.get(ymProfileResource, seller, holder);
      const fewer = { ...stored?.value, publisher_ids: [7] };
      committed(await store.update(ymProfileResource, seller, holder, fewer, stored?.revision ?? 0, actor));
      committed(await create([largestId]));
      committed(await store.remove(ymProfileResource, seller, holder, actor));
      committed(await create([7]));
      await addYmProfile(store, neighbour(store), { publisher_ids: [7] });
    });
  });
}
