import { isDeepStrictEqual } from 'node:util';
import type { Plain } from '@auction-tiers/contract';
import { tierResource, toHash, withInitials, ymProfileResource } from '@auction-tiers/contract';
import type { Change, Client, RedisStore, WriteResult } from '@auction-tiers/store';
import { WrongAnswer } from '../suite/suite.ts';

/** A request that callers repeat. */
export interface Operation {
  readonly name: string;
  /** Name of the bare command that it is compared with; null: this is a bare command. */
  readonly bare: string | null;
  /** One request of the caller with this number. Throws a `WrongAnswer` when it is refused or its answer is wrong. */
  readonly call: (caller: number) => Promise<void>;
  /** Throws a `WrongAnswer` when the last written value is not read as it was written. */
  readonly verify: () => Promise<void>;
}

/** The seller that owns everything that is written. */
const memberId = 19;
const actor = { user: 'bench', requestId: 'bench' };

/** Creates, updates and reads a tier through the store. Each caller updates and reads a tier of its own. */
export async function createStoreOperations(store: RedisStore, callers: number): Promise<Operation[]> {
  const ymProfile = withInitials(ymProfileResource, { name: 'Home', member_id: memberId });
  const ymProfileId = committed(await store.create(ymProfileResource, memberId, ymProfile, actor)).id;
  let count = 0;
  const create = async () =>
    committed(await store.create(tierResource, memberId, sampleTier(ymProfileId, ++count), actor));

  let created = await create();
  const owned: Change[] = [];
  for (let caller = 0; caller < callers; caller++) owned.push(await create());
  const expectStored = async (name: string, { id, after }: Change) => {
    const stored = await store.get(tierResource, memberId, id);
    if (!isDeepStrictEqual(stored?.value, after)) {
      throw new WrongAnswer(
        `${name}: tier ${id} reads ${JSON.stringify(stored?.value)}, not ${JSON.stringify(after)}.`,
      );
    }
  };
  return [
    {
      name: 'create',
      bare: 'HSET new',
      async call() {
        created = await create();
      },
      verify: () => expectStored('create', created),
    },
    {
      name: 'update',
      bare: 'HSET old',
      async call(caller) {
        const { id, revision, after } = owned[caller]!;
        const value: Plain = { ...after, description: `changed after ${revision}` };
        owned[caller] = committed(await store.update(tierResource, memberId, id, value, revision, actor));
      },
      verify: () => expectStored('update', owned[0]!),
    },
    {
      name: 'get',
      bare: 'HGETALL',
      async call(caller) {
        const { id } = owned[caller]!;
        const stored = await store.get(tierResource, memberId, id);
        if (stored?.value['id'] !== id) throw new WrongAnswer(`get: tier ${id} reads ${JSON.stringify(stored)}.`);
      },
      verify: () => expectStored('get', owned[0]!),
    },
  ];
}

/** A change with the whole object in place of the attributes that changed. */
function committed(result: WriteResult): Change {
  if (result.ok) return { ...result.change, after: result.object };
  throw new WrongAnswer(`The store refused a write: ${JSON.stringify(result.refusal)}`);
}

/** Writes and reads the same hashes by single commands: without references, revisions, indexes or change log. */
export async function createBareOperations(client: Client, callers: number): Promise<Operation[]> {
  const fields = toHash(tierResource, { ...sampleTier(1, 1), id: 1, created_on: '2026-11-21 08:00:00' });
  let count = 0;
  const newKey = () => `bench:new:${count}`;
  for (let caller = 0; caller < callers; caller++) await client.hset(ownKey(caller), fields);
  const expectStored = async (name: string, key: string) => {
    const stored = await client.hgetall(key);
    if (!isDeepStrictEqual({ ...stored }, fields)) {
      throw new WrongAnswer(`${name}: ${key} reads ${JSON.stringify(stored)}, not ${JSON.stringify(fields)}.`);
    }
  };
  return [
    {
      name: 'HSET new',
      bare: null,
      async call() {
        count++;
        await client.hset(newKey(), fields);
      },
      verify: () => expectStored('HSET new', newKey()),
    },
    {
      name: 'HSET old',
      bare: null,
      async call(caller) {
        await client.hset(ownKey(caller), fields);
      },
      verify: () => expectStored('HSET old', ownKey(0)),
    },
    {
      name: 'HGETALL',
      bare: null,
      async call(caller) {
        const { name } = await client.hgetall(ownKey(caller));
        if (name !== fields['name']) throw new WrongAnswer(`HGETALL: the name reads ${name}, not ${fields['name']}.`);
      },
      verify: () => expectStored('HGETALL', ownKey(0)),
    },
  ];
}

function ownKey(caller: number): string {
  return `bench:own:${caller}`;
}

/** A tier of ordinary size: five buyers, a code, a price. */
function sampleTier(ymProfileId: number, number: number): Plain {
  return withInitials(tierResource, {
    name: `Premium ${number}`,
    code: null,
    ym_profile_id: ymProfileId,
    priority: 7,
    min_price: '2.500000',
    member_action: 'include',
    member_id: memberId,
    buyer_members: [101, 102, 103, 104, 105].map((id) => ({ id, name: `Buyer ${id}` })),
  });
}
