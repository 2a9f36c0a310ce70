import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore, type RedisStoreOptions, StoreUnusable } from '@auction-tiers/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { durable, RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };
const patience = { timeout: 60_000 };

async function start(policy: string): Promise<RedisServer> {
  const server = await RedisServer.start([...durable, '--maxmemory', '50mb', '--maxmemory-policy', policy]);
  onTestFinished(() => server.remove());
  return server;
}

async function open(url: string, options: Partial<RedisStoreOptions> = {}) {
  const warnings: string[] = [];
  const log = { warn: (text: string) => warnings.push(text) };
  const store = await openRedisStore({ url, log, durabilityCheckMs: 20, ...options });
  onTestFinished(() => store.close());
  return { store, warnings, create: () => store.create(ymProfileResource, 19, { name: 'Y' }, actor) };
}

const policies = ['allkeys-lru', 'allkeys-lfu', 'allkeys-random', 'volatile-lru', 'volatile-ttl', 'volatile-random'];

test.for(policies)('with the policy %s the store warns, or is refused where writes must be durable', async (policy) => {
  const { url } = await start(policy);
  const { store, warnings } = await open(url);
  expect(warnings).toEqual([expect.stringMatching(new RegExp(`maxmemory-policy ${policy}, maxmemory 50.*noeviction`))]);
  expect(await store.findTrouble()).toMatchObject({
    kind: 'evicts',
    message: expect.stringContaining(policy) as string,
  });
  const error = await open(url, { requireDurable: true }).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(StoreUnusable);
  expect((error as StoreUnusable).message).toMatch(
    /^REQUIRE_DURABLE is set, but .*CONFIG SET maxmemory-policy noeviction/,
  );
});

test('without the right to read settings the policy is known as well', async () => {
  const server = await start('allkeys-lru');
  await server.ask('ACL', 'SETUSER', 'ann', 'on', '>pw', '~*', '&*', '+@all', '-config');
  const { store } = await open(server.url.replace('//', '//ann:pw@'));
  expect(await store.findTrouble()).toMatchObject({ kind: 'evicts' });
});

test('a policy that is changed while the store is open is noticed, and that it was mended', async () => {
  const server = await start('noeviction');
  const { store, warnings, create } = await open(server.url);
  expect(await store.findTrouble()).toBeNull();
  await server.ask('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru');
  await vi.waitFor(async () => expect(await store.findTrouble()).toMatchObject({ kind: 'evicts' }), patience);
  expect(await create()).toMatchObject({ ok: true });
  await server.ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
  await vi.waitFor(async () => expect(await store.findTrouble()).toBeNull(), patience);
  expect(warnings).toEqual([]);
});

test('where writes must be durable, none is made while the policy may delete it', async () => {
  const server = await start('noeviction');
  const { store, create } = await open(server.url, { requireDurable: true });
  await server.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  await vi.waitFor(async () => expect(await store.findTrouble()).toMatchObject({ kind: 'evicts' }), patience);
  await expect(create()).rejects.toMatchObject({ trouble: 'evicts', outcomeUnknown: false });
  await server.ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
  await vi.waitFor(async () => expect(await create()).toMatchObject({ ok: true, change: { revision: 1 } }), patience);
});

test('keys that were deleted are counted in one line, however often it is looked', async () => {
  const server = await start('volatile-random');
  const { store, warnings } = await open(server.url);
  for (let at = 0; at < 500; at += 1) await server.ask('SET', `other:${at}`, 'x'.repeat(2000), 'EX', '1000');
  const used = Number(/used_memory:(\d+)/.exec(String(await server.ask('INFO', 'memory')))?.[1]);
  await server.ask('CONFIG', 'SET', 'maxmemory', String(used - 500_000));
  await vi.waitFor(
    () => expect(warnings.filter((text) => /deleted \d+ keys because/.test(text))).toHaveLength(1),
    patience,
  );
  await vi.waitFor(() => expect(store.durability.eviction).toMatch(/[1-9]\d* keys deleted/), patience);
  // None of them was a key of the store.
  expect(store.history.held).toBeNull();
});
