import { type Plain, profileResource, tierResource, ymProfileResource } from '@auction-tiers/contract';
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  record,
  uniqueArray,
} from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/port/change.ts';
import type { LoadedObject, ObjectStore, WriteResult } from '../../src/port/object-store.ts';
import { type Action, ReferenceStore, type Request } from './reference-store.ts';
import { actor } from './sample.ts';
import { emptyStore, type StoreSubject } from './subject.ts';

const resources = { 'ym-auction-tier': tierResource, 'ym-profile': ymProfileResource, profile: profileResource };
/** Two of them are in one partition. */
const members = [3, 19, 4];

const place = nat(2);
const who = { memberId: constantFrom(...members) };
const coded = { ...who, code: constantFrom(null, 'a', 'b', '__proto__') };
const added = { ...coded, key: constantFrom(null, null, 'k', '__proto__') };
const publishers = uniqueArray(integer({ min: 1, max: 4 }), { maxLength: 2 });
const service = constantFrom('ym-auction-tier', 'ym-profile', 'profile');

const action: Arbitrary<Action> = oneof(
  record({ kind: constant('add ym-profile'), ...added, publishers }),
  record({ kind: constant('add profile'), ...added }),
  record({ kind: constant('add tier'), ...added, ymProfile: place, profile: option(place) }),
  record({ kind: constant('change tier'), ...coded, tier: place, ymProfile: place, isStale: boolean() }),
  record({ kind: constant('remove'), ...who, service, at: place }),
);

/** The store answers random actions as the reference store does, and a mirror that follows it ends up equal to it. */
export function testModel(subject: StoreSubject): void {
  test('random writes are answered as by the reference store, and a mirror that follows ends up equal to the store', async () => {
    await assert(
      asyncProperty(array(action, { minLength: 10, maxLength: 40 }), nat(20), async (actions, loadAt) => {
        const store = await subject.openEmpty();
        try {
          const reference = new ReferenceStore();
          const mirrors = new Map<number, Mirror>();
          for (const [index, one] of actions.entries()) {
            if (index === loadAt) for (const member of members) await loadMirror(store, member, mirrors);
            const request = reference.toRequest(one);
            if (request === null) continue;
            const result = await send(store, request);
            expect(result.ok ? null : result.refusal).toEqual(reference.expected);
            expect(result.ok && result.isRepeat ? result.change : null).toEqual(reference.repeated);
            if (result.ok && !result.isRepeat) reference.record(request, result);
          }
          for (const member of members) {
            const mirror = mirrors.get(member % store.partitions) ?? (await loadMirror(store, member, mirrors));
            await follow(store, mirror);
            const stored = await store.load(mirror.partition, Object.values(resources));
            expect([...mirror.objects.values()].toSorted(byName)).toEqual(stored.objects.toSorted(byName));
            expect(mirror.revision).toBe(stored.revision);
            expect(stored.objects.filter(({ value }) => value['member_id'] === member).toSorted(byName)).toEqual(
              reference.objectsOf(member).toSorted(byName),
            );
          }
        } finally {
          await store.close();
        }
      }),
      { numRuns: 25 },
    );
  });

  test('a mirror that loads while others write misses nothing', async () => {
    const store = await emptyStore(subject);
    const write = (index: number) => store.create(ymProfileResource, 3, { name: `Y ${index}` }, actor);
    const writes = Array.from({ length: 300 }, (_, index) => write(index));
    const mirror = await loadMirror(store, 3, new Map());
    await Promise.all(writes);
    await follow(store, mirror);
    const stored = await store.load(3, [ymProfileResource]);
    expect(stored.objects).toHaveLength(300);
    expect([...mirror.objects.values()].toSorted(byName)).toEqual(stored.objects.toSorted(byName));
  });
}

function send(store: ObjectStore, request: Request): Promise<WriteResult> {
  const resource = resources[request.service];
  switch (request.kind) {
    case 'create': {
      const { memberId, value, idempotency } = request;
      return store.create(resource, memberId, value, actor, idempotency === null ? {} : { idempotency });
    }
    case 'update':
      return store.update(resource, request.memberId, request.id, request.value, request.revision, actor);
    case 'remove':
      return store.remove(resource, request.memberId, request.id, actor);
  }
}

interface Mirror {
  readonly partition: number;
  revision: number;
  readonly objects: Map<string, LoadedObject>;
}

async function loadMirror(store: ObjectStore, memberId: number, mirrors: Map<number, Mirror>): Promise<Mirror> {
  const partition = memberId % store.partitions;
  const { revision, objects } = await store.load(partition, Object.values(resources));
  const mirror = { partition, revision, objects: new Map(objects.map((object) => [nameOf(object), object])) };
  mirrors.set(partition, mirror);
  return mirror;
}

async function follow(store: ObjectStore, mirror: Mirror): Promise<void> {
  while (mirror.revision < (await store.head(mirror.partition)).revision) {
    const { changes, gap } = await store.changesAfter(mirror.partition, { revision: mirror.revision }, 3);
    expect(gap).toBeNull();
    for (const change of changes) {
      if (change.after === null) mirror.objects.delete(nameOf(change));
      else {
        const former = change.operation === 'update' ? mirror.objects.get(nameOf(change))?.value : {};
        mirror.objects.set(nameOf(change), toLoaded(change, { ...former, ...change.after }));
      }
      mirror.revision = change.revision;
    }
  }
}

function toLoaded({ id, revision, ...change }: Change, value: Plain): LoadedObject {
  return { service: change.service, id, value, revision };
}
const nameOf = (object: Pick<LoadedObject, 'service' | 'id'>) => `${object.service} ${object.id}`;
const byName = (a: LoadedObject, b: LoadedObject) => nameOf(a).localeCompare(nameOf(b));
