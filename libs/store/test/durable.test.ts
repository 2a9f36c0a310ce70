import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore, type RedisStore, type RedisStoreOptions } from '@auction-tiers/store';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { durable, RedisServer } from '@auction-tiers/tools/redis-server';

const never = 24 * 60 * 60 * 1000;

async function open(options: Partial<RedisStoreOptions>) {
  const server = await RedisServer.start(durable);
  onTestFinished(() => server.remove());
  const warnings: string[] = [];
  const log = { warn: (text: string) => warnings.push(text) };
  const store = await openRedisStore({ url: server.url, log, ...options });
  onTestFinished(() => store.close());
  return { server, store, warnings };
}

const create = (store: RedisStore) =>
  store.create(ymProfileResource, 19, { name: 'Y' }, { user: 'ann', requestId: 'r-1' });
const refused = {
  name: 'StoreUnavailable',
  trouble: 'not_durable',
  outcomeUnknown: false,
  message: expect.stringContaining('REQUIRE_DURABLE') as unknown,
};

test('a server whose append-only file is switched off later gets no more writes where they must be durable, until it is back', async () => {
  const { server, store, warnings } = await open({ requireDurable: true, durabilityCheckMs: 20 });
  expect(await create(store)).toMatchObject({ ok: true });
  await server.ask('CONFIG', 'SET', 'appendonly', 'no');
  await vi.waitFor(() => expect(store.durability.policy).toBe('unconfirmed'));
  await expect(create(store)).rejects.toMatchObject(refused);
  await expect(store.drawIds('ym-profile', 1)).rejects.toMatchObject(refused);
  await expect(store.writeBatch(19, [], { user: 'ann', requestId: 'r-1' }, { knownRevision: 1 })).rejects.toMatchObject(
    refused,
  );
  expect(await store.findTrouble()).toMatchObject({ kind: 'not_durable' });
  expect((await store.head(3)).revision).toBe(1);
  await server.ask('CONFIG', 'SET', 'appendonly', 'yes');
  await vi.waitFor(async () => expect(await create(store)).toMatchObject({ ok: true }));
  expect(warnings).toEqual([expect.stringMatching(/\blose\b.*\bappendonly no\b/), expect.stringContaining('again')]);
});

test('the first write of a new connection waits for a check: after a failover the server is another one', async () => {
  const { server, store } = await open({ requireDurable: true, durabilityCheckMs: never });
  expect(await create(store)).toMatchObject({ ok: true });
  await server.ask('CONFIG', 'SET', 'appendonly', 'no');
  await server.ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await vi.waitFor(async () => expect((await store.findTrouble())?.kind).not.toBe('away'), { timeout: 60_000 });
  await vi.waitFor(() => expect(create(store)).rejects.toMatchObject(refused), { timeout: 60_000 });
  expect((await store.head(3)).revision).toBe(1);
});

test('a server that begins to sync later has its syncs waited for', async () => {
  const { server, store, warnings } = await open({ durabilityCheckMs: 20 });
  await server.ask('CONFIG', 'SET', 'appendfsync', 'everysec');
  const later = store.server.confirmsSync ? 'confirmed' : 'unconfirmed';
  await vi.waitFor(() => expect(store.durability.policy).toBe(later));
  expect(await create(store)).toMatchObject({ ok: true });
  expect(warnings).toHaveLength(store.server.confirmsSync ? 0 : 1);
  if (!store.server.confirmsSync) return;
  await server.kill();
  await server.start();
  // Started again with its first settings.
  expect(await server.ask('GET', 'at:{p3}:revision')).toBe('1');
});

test('a read is answered while writes wait for the disk', async () => {
  const { server, store } = await open({ commandTimeoutMs: 20_000 });
  expect(await create(store)).toMatchObject({ ok: true });
  await server.ask('CLIENT', 'PAUSE', '60000', 'WRITE');
  const created = create(store);
  const waiting = async () => String(await server.ask('CLIENT', 'LIST', 'TYPE', 'normal')).split('\n');
  await vi.waitFor(async () => expect(await waiting()).toContainEqual(expect.stringMatching(/ flags=b .*cmd=fcall/)));
  expect((await store.head(3)).revision).toBe(1);
  await server.ask('CLIENT', 'UNPAUSE');
  expect(await created).toMatchObject({ ok: true, change: { revision: 2 } });
});

test('writes go on over the other connection while the one for writes cannot be opened', async () => {
  const { server, store } = await open({});
  const operator = new Redis(server.url);
  onTestFinished(() => operator.disconnect());
  expect(await create(store)).toMatchObject({ ok: true });
  const connections = String(await operator.call('CLIENT', 'LIST', 'TYPE', 'normal')).split('\n');
  const [id] = connections.flatMap((line) => /^id=(\d+) .*cmd=fcall/.exec(line)?.[1] ?? []);
  // Those that are open stay.
  await operator.call('CONFIG', 'SET', 'maxclients', '1');
  await operator.call('CLIENT', 'KILL', 'ID', id ?? 'none');
  await vi.waitFor(async () => expect(await create(store)).toMatchObject({ ok: true }), { timeout: 60_000 });
});
