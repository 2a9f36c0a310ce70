import { createRedisClient, openRedisStore } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoreFigures } from '../src/store/figures.ts';
import { createBareOperations, createStoreOperations } from '../src/store/operation.ts';
import { runStore } from '../src/store/store-suite.ts';
import { partOfBare, storeText } from '../src/store/store-report.ts';
import { WrongAnswer } from '../src/suite/suite.ts';

let redis: Awaited<ReturnType<typeof startTemporaryRedis>>;
let store: Awaited<ReturnType<typeof openRedisStore>>;
let client: ReturnType<typeof createRedisClient>;

beforeAll(async () => {
  redis = await startTemporaryRedis({ durable: false });
  store = await openRedisStore({ url: redis.url, log: { warn: () => {} } });
  client = createRedisClient(redis.url, { connectMs: 2000, commandMs: 2000 });
  await client.connect();
});

afterAll(async () => {
  client.disconnect();
  await store.close();
  await redis.stop();
});

test('every operation is measured in every round, each with its bare command', async () => {
  const run = { isDurable: false, ...(await runStore({ store, client, callers: 3, rounds: 5, turnMs: 5 })) };
  expect(run.rows.map(({ name, bare }) => [name, bare])).toEqual([
    ['create', 'HSET new'],
    ['update', 'HSET old'],
    ['get', 'HGETALL'],
    ['HSET new', null],
    ['HSET old', null],
    ['HGETALL', null],
  ]);
  for (const row of run.rows) {
    expect(row.perSecond).toHaveLength(5);
    expect(Math.min(...row.perSecond)).toBeGreaterThan(0);
    expect(partOfBare(run, row) === undefined).toBe(row.bare === null);
  }
  const figures: StoreFigures = { rounds: 5, turnMs: 5, redis: 'redis 7', runs: [run] };
  expect(storeText(figures)).toContain('not durable, 3 callers');
});

describe('what does not do its work fails the bench', () => {
  test('a tier that was changed behind the back of the store', async () => {
    const operations = await createStoreOperations(store, 1);
    await Promise.all(operations.map(({ call }) => call(0)));
    for (const key of await client.keys('at:*:ym-auction-tier:*')) await client.hset(key, 'name', 'Somebody else');
    for (const { verify } of operations) await expect(verify()).rejects.toThrow(WrongAnswer);
  });

  test('a tier that is gone', async () => {
    const operations = await createStoreOperations(store, 1);
    await client.del(...(await client.keys('at:*:ym-auction-tier:*')));
    await expect(operations.find(({ name }) => name === 'get')!.call(0)).rejects.toThrow(WrongAnswer);
    await expect(operations.find(({ name }) => name === 'update')!.call(0)).rejects.toThrow(WrongAnswer);
  });

  test('a bare hash that is gone', async () => {
    const operations = await createBareOperations(client, 1);
    await operations.find(({ name }) => name === 'HSET new')!.call(0);
    await client.flushall();
    await expect(operations.find(({ name }) => name === 'HGETALL')!.call(0)).rejects.toThrow(WrongAnswer);
    for (const { verify } of operations) await expect(verify()).rejects.toThrow(WrongAnswer);
  });
});
