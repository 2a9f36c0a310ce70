import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Command } from '../src/redis/connection/link.ts';
import { RedisLink } from '../src/redis/connection/link.ts';
import { History } from '../src/redis/history/history.ts';
import { HeadReader } from '../src/redis/read/head-reader.ts';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };

async function open() {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  const calls = async (command: string) => {
    const stats = String(await server.ask('INFO', 'commandstats'));
    return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  };
  return { server, store, calls };
}

test('simultaneous callers of a head share one command for each partition', async () => {
  const { server, store, calls } = await open();
  await store.create(ymProfileResource, 19, { name: 'A' }, actor);
  await server.ask('CONFIG', 'RESETSTAT');
  const asked = Array.from({ length: 100 }, (_, index) => store.head(index % 2 === 0 ? 3 : 4));
  expect((await Promise.all(asked)).map(({ revision }) => revision)).toEqual(
    asked.map((_, index) => (index % 2 === 0 ? 1 : 0)),
  );
  expect(await calls('mget')).toBe(2);
});

test('a caller that asks while a command is under way gets the answer of a newer one, which sees later changes', async () => {
  const { server, store } = await open();
  const held: (() => void)[] = [];
  class SlowLink extends RedisLink {
    isSlow = false;
    override async run(...command: Command): Promise<unknown> {
      const reply = await super.run(...command);
      if (this.isSlow) await new Promise<void>((resolve) => held.push(resolve));
      return reply;
    }
  }
  const link = new SlowLink(new Redis(server.url), server.url);
  onTestFinished(() => link.close());
  const history = await History.open({ link, partitions: 16, memory: undefined, log: console });
  link.isSlow = true;
  const reader = new HeadReader(link, history);
  const first = reader.head(3);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  await store.create(ymProfileResource, 19, { name: 'A' }, actor);
  const later = [reader.head(3), reader.head(3)];
  held.shift()?.();
  expect(await first).toMatchObject({ revision: 0 });
  await vi.waitFor(() => expect(held).toHaveLength(1));
  held.shift()?.();
  expect(await Promise.all(later)).toMatchObject([{ revision: 1 }, { revision: 1 }]);
});

test('a create is one command, its id included', async () => {
  const { server, store, calls } = await open();
  await server.ask('CONFIG', 'RESETSTAT');
  for (const id of [1, 2]) {
    const made = await store.create(ymProfileResource, 19, { name: 'A' }, actor);
    expect(made).toMatchObject({ ok: true, change: { id, after: { id } } });
  }
  expect(await calls('fcall')).toBe(2);
  expect(await calls('incr')).toBe(2);
});
