import { setImmediate } from 'node:timers/promises';
import { profileResource } from '@auction-tiers/contract';
import { openRedisStore, type Write } from '@auction-tiers/store';
import { expect, onTestFinished, test } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

test('other work goes on while the writes of a large batch become text', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  const ids = await store.drawIds('profile', 1000);
  const turns = { count: 0, isOver: false };
  const seen = new Set<number>();
  const writes = ids.map((id): Write => {
    // Tells in which turn of the event loop it is read.
    const value = { name: `P${id}`, country_targets: null, country_action: 'exclude' };
    Object.defineProperty(value, 'name', { enumerable: true, get: () => seen.add(turns.count) && `P${id}` });
    return { operation: 'create', resource: profileResource, id, value };
  });
  const count = async () => {
    while (!turns.isOver) {
      await setImmediate();
      turns.count++;
    }
  };
  const counting = count();
  const result = await store.writeBatch(19, writes, { user: 'ann', requestId: 'r-1' }, { knownRevision: 0 });
  turns.isOver = true;
  await counting;
  expect(result.ok).toBe(true);
  expect(seen.size).toBeGreaterThan(3);
});
