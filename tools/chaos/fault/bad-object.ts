import { setTimeout as wait } from 'node:timers/promises';
import { objectKey } from '../ledger/stored.ts';
import { requireOk } from '../world/http.ts';
import type { Random } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';

/** Commands that damage the hash of a tier, by what they do. */
const damages: readonly ((key: string) => readonly (readonly string[])[])[] = [
  (key) => [['HSET', key, 'priority', 'high']],
  (key) => [['HSET', key, 'buyer_members', '{']],
  (key) => [['HSET', key, 'min_price', '1e99']],
  (key) => [['HDEL', key, 'name', 'ym_profile_id']],
  (key) => [
    ['DEL', key],
    ['SET', key, 'a text'],
  ],
];

/**
 * Another program damages the hash of a tier; a replica starts meanwhile and must serve. The hash is put back as it was,
 * and the replica starts again.
 */
async function damage(world: World, random: Random): Promise<void> {
  const { seller } = world;
  const partition = seller.memberId % 16;
  const create = async (path: string, body: object) => {
    const asked = { method: 'POST', path, key: seller.key, body } as const;
    return Number(requireOk(await random.pick(world.live).connections.ask(asked), `POST ${path}`)['id']);
  };
  // The tier may be one that excludes, so that auctions of its ym-profile are refused; no other one may be.
  const ymProfileId = await create('/ym-profile', { name: 'Of a damaged tier' });
  const id = String(await create('/ym-auction-tier', { name: 'Damaged', ym_profile_id: ymProfileId }));
  const key = objectKey(partition, 'ym-auction-tier', id);
  const node = await world.topology.primary(partition);
  const fields = Object.entries((await node.ask('HGETALL', key)) as Record<string, string>).flat();
  for (const command of random.pick(damages)(key)) await node.ask(...command);

  const replica = random.pick(world.replicas.slice(0, -1));
  await replica.kill();
  await replica.start();
  await world.healthy();
  await wait(random.whole(200, 600));
  await node.ask('DEL', key);
  await node.ask('HSET', key, ...fields);
  await replica.kill();
  await replica.start();
}

/** What other programs may write. */
export const badObjectFaults: readonly Fault[] = [
  {
    name: 'bad-object',
    summary: 'the hash of a tier is damaged, or of another type, and a replica starts with it',
    needs: 'single',
    run: damage,
  },
];
