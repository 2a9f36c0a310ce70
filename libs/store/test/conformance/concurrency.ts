import { memberResource, tierResource, ymProfileResource } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import { actor, add, addTier, addYmProfile, committed, refused, seller } from './sample.ts';
import { emptyStore, secondStore, type StoreSubject } from './subject.ts';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Tests of conflicting writes by several replicas at the same time. */
export function testConcurrency(subject: StoreSubject): void {
  describe('at the same time', () => {
    test('of creates with one code exactly one is done, and the others are refused with its id', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const ymProfile = await addYmProfile(stores[0]);
      const value = { name: 'Premium', ym_profile_id: ymProfile, code: 'gold' };
      const results = await Promise.all(
        times(20, (index) => stores[index % 2]!.create(tierResource, seller, value, actor)),
      );
      const winners = results.flatMap((result) => (result.ok ? [result.change.id] : []));
      expect(winners).toHaveLength(1);
      const losers = results.flatMap((result) => (result.ok ? [] : [result.refusal]));
      expect(losers).toEqual(times(19, () => ({ kind: 'duplicate', field: 'code', value: 'gold', id: winners[0] })));
    });

    test.for(['create', 'update', 'remove'] as const)(
      'a %s that needs the member in a state is refused once it is in another one, and changes nothing',
      async (operation) => {
        const [store, other] = [await emptyStore(subject), await secondStore(subject)];
        const ymProfile = await addYmProfile(store);
        const id = await addTier(store, ymProfile);
        const options = { whileMember: { field: 'publishing', text: 'direct' } };
        const write = async () => {
          const { value, revision } = (await store.get(tierResource, seller, id))!;
          if (operation === 'create') return store.create(tierResource, seller, { ...value, id: null }, actor, options);
          if (operation === 'remove') return store.remove(tierResource, seller, id, actor, options);
          return store.update(tierResource, seller, id, { ...value, name: 'Changed' }, revision, actor, options);
        };
        if (operation !== 'remove') committed(await write());
        await add(other, memberResource, null, { name: 'Seller', publishing: 'draft' }, { id: seller });
        const { revision } = await other.head(seller % other.partitions);
        expect(refused(await write())).toEqual({ kind: 'member_other' });
        expect(await other.head(seller % other.partitions)).toMatchObject({ revision });
        const member = (await other.get(memberResource, null, seller))!;
        const direct = { ...member.value, publishing: 'direct' };
        committed(await other.update(memberResource, null, seller, direct, member.revision, actor));
        expect(committed(await write()).revision).toBe(revision + 2);
      },
    );

    test('a lease is held by one: the next one waits for it, or does without', async () => {
      const [store, other] = [await emptyStore(subject), await secondStore(subject)];
      const events: string[] = [];
      const note = (event: string) => async () => void events.push(event);
      let waiting: Promise<void> = Promise.resolve();
      const isDone = await store.tryLease('a', async () => {
        waiting = other.withLease('a', note('waited'));
        expect(await other.tryLease('a', note('refused'))).toBe(false);
        expect(await other.tryLease('b', note('another lease'))).toBe(true);
        events.push('held');
      });
      await waiting;
      expect([isDone, events]).toEqual([true, ['another lease', 'held', 'waited']]);
      await expect(other.tryLease('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
      expect(await store.tryLease('a', note('after it'))).toBe(true);
    });

    test('of updates that expect one revision exactly one is done, and none is lost', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const id = await addTier(stores[0], await addYmProfile(stores[0]));
      const stored = (await stores[0].get(tierResource, seller, id))!;
      const results = await Promise.all(
        times(20, (index) =>
          stores[index % 2]!.update(
            tierResource,
            seller,
            id,
            { ...stored.value, name: `Writer ${index}` },
            stored.revision,
            actor,
          ),
        ),
      );
      const winners = results.flatMap((result, index) => (result.ok ? [index] : []));
      expect(winners).toHaveLength(1);
      const losers = results.flatMap((result) => (result.ok ? [] : [result.refusal]));
      expect(losers).toEqual(times(19, () => ({ kind: 'changed' })));
      const kept = await stores[1].get(tierResource, seller, id);
      expect(kept?.value['name']).toBe(`Writer ${winners[0]}`);
    });

    test('an update of a changed object is refused, and the change stays', async () => {
      const store = await emptyStore(subject);
      const id = await addTier(store, await addYmProfile(store));
      const stored = (await store.get(tierResource, seller, id))!;
      await store.update(tierResource, seller, id, { ...stored.value, name: 'First' }, stored.revision, actor);
      const late = await store.update(
        tierResource,
        seller,
        id,
        { ...stored.value, name: 'Late' },
        stored.revision,
        actor,
      );
      expect(late).toEqual({ ok: false, refusal: { kind: 'changed' } });
      expect((await store.get(tierResource, seller, id))?.value['name']).toBe('First');
    });

    test('a tier is never left with a ym-profile that was removed', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const pairs = await Promise.all(times(20, () => addYmProfile(stores[0])));
      await Promise.all(
        pairs.flatMap((ymProfile) => [
          stores[0].create(tierResource, seller, { name: 'Premium', ym_profile_id: ymProfile }, actor),
          stores[1].remove(ymProfileResource, seller, ymProfile, actor),
        ]),
      );
      const { objects } = await stores[0].load(seller % stores[0].partitions, [tierResource, ymProfileResource]);
      const ymProfiles = new Set(objects.flatMap(({ service, id }) => (service === 'ym-profile' ? [id] : [])));
      const tiers = objects.filter(({ service }) => service === 'ym-auction-tier');
      expect(tiers.filter(({ value }) => !ymProfiles.has(Number(value['ym_profile_id'])))).toEqual([]);
      expect(tiers.length).toBe(ymProfiles.size);
    });

    test('the limit holds', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const results = await Promise.all(
        times(20, (index) =>
          stores[index % 2]!.create(ymProfileResource, seller, { name: 'One of many' }, actor, { limit: 5 }),
        ),
      );
      expect(results.filter((result) => result.ok)).toHaveLength(5);
    });

    test('ids are never drawn twice', async () => {
      const stores = [await emptyStore(subject), await secondStore(subject)] as const;
      const ids = await Promise.all(times(100, (index) => addYmProfile(stores[index % 2]!, 1 + (index % 7))));
      expect(new Set(ids).size).toBe(100);
    });
  });
}
