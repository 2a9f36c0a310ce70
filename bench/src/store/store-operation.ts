import type { Plain } from '@auction-tiers/contract';
import { tierResource, withInitials, ymProfileResource } from '@auction-tiers/contract';
import type { Change, RedisStore, WriteResult } from '@auction-tiers/store';
import { isDeepStrictEqual } from 'node:util';
import { WrongAnswer } from '../suite.ts';
import type { Operation } from './operation.ts';
import { memberId, sampleTier } from './sample-tier.ts';

const actor = { user: 'bench', requestId: 'bench' };

/** Creating, changing and reading a tier through the store. Each caller changes and reads a tier of its own. */
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

function committed(result: WriteResult): Change {
  if (result.ok) return result.change;
  throw new WrongAnswer(`The store refused a write: ${JSON.stringify(result.refusal)}`);
}
