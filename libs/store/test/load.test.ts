import { storedResources, ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { expect, onTestFinished, test } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };
const shared = storedResources.filter(({ owner }) => owner === 'shared');

test('to load a partition asks for its head before and after, and once for each object and once for each service, shared ones in partition 0 only', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  for (const name of ['A', 'B', 'C']) await store.create(ymProfileResource, 19, { name }, actor);

  const callsOfLoading = async (partition: number) => {
    await server.ask('CONFIG', 'RESETSTAT');
    await store.load(partition, storedResources);
    const stats = String(await server.ask('INFO', 'commandstats'));
    return Object.fromEntries(
      ['mget', 'sscan', 'hgetall', 'xrange'].map((command) => [
        command,
        Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0),
      ]),
    );
  };
  expect(shared).toHaveLength(3);
  expect(await callsOfLoading(0)).toEqual({ mget: 2, sscan: storedResources.length, hgetall: 0, xrange: 0 });
  const owned = storedResources.length - shared.length;
  expect(await callsOfLoading(1)).toEqual({ mget: 2, sscan: owned, hgetall: 0, xrange: 0 });
  expect(await callsOfLoading(3)).toEqual({ mget: 2, sscan: owned, hgetall: 3, xrange: 0 });
});
