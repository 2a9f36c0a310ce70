import { tierResource, toHash } from '@auction-tiers/contract';
import type { Client } from '@auction-tiers/store';
import { isDeepStrictEqual } from 'node:util';
import { WrongAnswer } from '../suite.ts';
import type { Operation } from './operation.ts';
import { sampleTier } from './sample-tier.ts';

/** The same hashes written and read by single commands: no reference, no revision, no index, no change log. */
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
