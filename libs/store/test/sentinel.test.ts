import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { durable, RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };
const patience = { timeout: 60_000 };

async function start(settings: readonly string[], config: string | null = null): Promise<RedisServer> {
  const server = await RedisServer.start(settings, config);
  onTestFinished(() => server.remove());
  return server;
}

test('the sentinels lead to the primary, and after a failover to the new one, without reopening', async () => {
  const primary = await start(durable);
  const replica = await start([...durable, '--replicaof', '127.0.0.1', String(primary.port)]);
  const watch = `sentinel monitor auctions 127.0.0.1 ${primary.port} 1`;
  const sentinel = await start(['--sentinel'], `${watch}\nsentinel down-after-milliseconds auctions 500\n`);
  const known = async () =>
    expect(JSON.stringify(await sentinel.ask('SENTINEL', 'REPLICAS', 'auctions'))).toContain(String(replica.port));
  await vi.waitFor(known, patience);

  const url = `redis+sentinel://127.0.0.1:${sentinel.port}/auctions`;
  const store = await openRedisStore({ url, log: console, commandTimeoutMs: 500, connectTimeoutMs: 500 });
  onTestFinished(() => store.close());
  const heard = new Set<number>();
  await store.onChangeNotification((partition) => heard.add(partition));
  const create = (key: string) =>
    store.create(ymProfileResource, 19, { name: 'Y' }, actor, { idempotency: { key, fingerprint: 'f' } });
  const before = await create('before');
  await vi.waitFor(async () => expect(await replica.ask('GET', 'at:{p3}:revision')).toBe('1'), patience);

  heard.clear();
  await primary.kill();
  await vi.waitFor(async () => expect(await create('after')).toMatchObject({ ok: true }), patience);
  expect(await create('before')).toEqual({ ...before, isRepeat: true });
  const id = before.ok ? before.change.id : 0;
  expect(await store.get(ymProfileResource, 19, id)).toMatchObject({ revision: 1 });
  expect(String(await replica.ask('INFO', 'replication'))).toContain('role:master');
  await vi.waitFor(() => expect(heard.size).toBe(store.partitions), patience);
});
