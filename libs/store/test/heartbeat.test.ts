import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { TcpProxy } from '@auction-tiers/tools/redis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };

test('a subscription that was dropped without a word is renewed, and its listeners are notified again', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const proxy = await TcpProxy.start(server.port);
  onTestFinished(() => proxy.close());
  const listening = await openRedisStore({ url: `redis://127.0.0.1:${proxy.port}`, log: console });
  onTestFinished(() => listening.close());
  const writing = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => writing.close());
  const heard: string[] = [];
  await listening.onChangeNotification((partition, revision) => heard.push(`${partition} ${revision}`));
  const write = () => writing.create(ymProfileResource, 19, { name: 'Y' }, actor);

  await write();
  await vi.waitFor(() => expect(heard).toContain('3 1'));
  heard.length = 0;
  expect(proxy.silence('subscribe')).toBe(1);
  await write();
  // It does not know what it has missed, so every partition is announced once it is subscribed again.
  await vi.waitFor(() => expect(heard).toHaveLength(16), { timeout: 60_000 });
  expect(heard).toContain('3 undefined');
  await write();
  await vi.waitFor(() => expect(heard).toContain('3 3'));
});
