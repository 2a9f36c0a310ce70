import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore, openRedisStoreLater, StoreUnavailable } from '@auction-tiers/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RedisServer } from './redis-server.ts';

const actor = { user: 'ann', requestId: 'r-1' };
const soon = { timeout: 60_000 };

/** A server with 4 partitions that was stopped. */
async function startAndStop(): Promise<RedisServer> {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console, partitions: 4 });
  await store.close();
  await server.kill();
  return server;
}

function openLater(server: RedisServer, partitions: number) {
  const warnings: string[] = [];
  const store = openRedisStoreLater({
    url: server.url,
    partitions,
    log: { warn: (text) => void warnings.push(text) },
    connectTimeoutMs: 300,
    commandTimeoutMs: 300,
  });
  onTestFinished(() => store.close());
  return { store, warnings };
}

test('a store that is opened while its server is away fails as unavailable, and works once the server is there', async () => {
  const server = await startAndStop();
  const { store } = openLater(server, 4);
  expect(await Promise.resolve(store)).toBe(store);
  expect(store.partitions).toBe(4);
  const { credentials } = store;
  const heard = new Set<number>();
  const stop = await store.onChangeNotification((partition) => heard.add(partition));
  for (const call of [store.head(0), credentials.findUser('ann'), store.get(ymProfileResource, 19, 1)]) {
    await expect(call).rejects.toBeInstanceOf(StoreUnavailable);
  }
  expect(await store.findTrouble()).toMatchObject({ kind: 'away' });

  await server.start();
  await vi.waitFor(async () => expect(await store.findTrouble()).toBeNull(), soon);
  expect((await store.head(0)).revision).toBe(0);
  expect(await credentials.findUser('ann')).toBeNull();
  expect(await store.create(ymProfileResource, 19, { name: 'Y' }, actor)).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(heard.size).toBe(4), soon);
  await stop();
});

test('a database with another number of partitions stays closed, and the log says so once', async () => {
  const server = await startAndStop();
  const { store, warnings } = openLater(server, 16);
  await server.start();
  await vi.waitFor(() => expect(warnings).toEqual([expect.stringMatching(/4 partitions.* 16;/)]), soon);
  await expect(store.head(0)).rejects.toThrow(/4 partitions/);
  expect(await store.findTrouble()).toMatchObject({ kind: 'away' });
});

test('it can be closed while its server is away', async () => {
  const { store } = openLater(await startAndStop(), 4);
  await store.close();
  await expect(store.head(0)).rejects.toBeInstanceOf(StoreUnavailable);
});
