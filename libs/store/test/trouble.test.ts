import { apiKeyResource, memberResource, userResource, ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore, type RedisStore, StoreUnavailable } from '@auction-tiers/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { durable, RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };
const create = (store: RedisStore) => store.create(ymProfileResource, 19, { name: 'Y' }, actor);

async function open(settings = durable): Promise<{ server: RedisServer; store: RedisStore }> {
  const server = await RedisServer.start(settings);
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: { warn: () => undefined }, commandTimeoutMs: 250 });
  onTestFinished(() => store.close());
  return { server, store };
}

test('lost functions are loaded again, once for all concurrent calls', async () => {
  const { server, store } = await open();
  await server.ask('FUNCTION', 'FLUSH');
  const results = await Promise.all(Array.from({ length: 20 }, () => create(store)));
  expect(results.every((result) => result.ok)).toBe(true);
  expect((await store.head(3)).revision).toBe(20);
  await server.ask('FUNCTION', 'FLUSH');
  expect(await store.credentials.findUser('ann')).toBeNull();
});

test('functions of another version are replaced at opening', async () => {
  const { server } = await open();
  const other =
    "#!lua name=auction_tiers_v1\nredis.register_function('auction_tiers_v1_write', function() return 'old' end)";
  await server.ask('FUNCTION', 'LOAD', 'REPLACE', other);
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  expect(await create(store)).toMatchObject({ ok: true });
});

test('a server that hangs makes calls fail as unavailable, a write with an unknown outcome, and is used again when it goes on', async () => {
  const { server, store } = await open();
  const resume = await server.pause();
  const calls = [create(store), store.get(ymProfileResource, 19, 1), store.head(3)];
  const ends = await Promise.allSettled(calls);
  resume();
  for (const end of ends) expect(end).toMatchObject({ reason: expect.any(StoreUnavailable) as unknown });
  expect(ends.map((end) => (end as { reason?: StoreUnavailable }).reason?.outcomeUnknown)).toEqual([
    true,
    false,
    false,
  ]);
  await vi.waitFor(async () => expect(await create(store)).toMatchObject({ ok: true }), { timeout: 60_000 });
});

test('a write that was never sent is known not to be stored', async () => {
  const { server, store } = await open();
  await server.kill();
  await vi.waitFor(() => expect(create(store)).rejects.toMatchObject({ outcomeUnknown: false }), { timeout: 60_000 });
});

test('a full server refuses writes as unavailable and stores no part of them', async () => {
  const { server, store } = await open();
  await create(store);
  await server.ask('CONFIG', 'SET', 'maxmemory', '1');
  await expect(create(store)).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(store.credentials.countFailure('ann', 1000)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await store.credentials.findKey('abc')).toBeNull();
  for (const call of [() => create(store), () => store.credentials.countFailure('ann', 1000)]) {
    await expect(call()).rejects.toMatchObject({ trouble: 'full' });
  }
  expect(await store.findTrouble()).toMatchObject({ kind: 'full' });
  await server.ask('CONFIG', 'SET', 'maxmemory', '0');
  expect(await store.findTrouble()).toBeNull();
  expect((await store.head(3)).revision).toBe(1);
  expect((await store.load(3, [ymProfileResource])).objects).toHaveLength(1);
});

test('a token that was removed, and whose removal could not be logged, is not said to be unchanged', async () => {
  const { server, store } = await open();
  const { credentials } = store;
  await store.create(userResource, null, { username: 'ann' }, actor, { secrets: { password_hash: 'hash' } });
  await credentials.putToken('abc', { userId: 1, createdMs: 5, passwordMark: 'mark' }, 60_000);
  // A full server removes, and adds nothing.
  await server.ask('CONFIG', 'SET', 'maxmemory', '1');
  const removal = credentials.removeToken('abc');
  await expect(removal).rejects.toMatchObject({ name: 'StoreUnavailable', trouble: 'full', outcomeUnknown: true });
  await server.ask('CONFIG', 'SET', 'maxmemory', '0');
  expect(await credentials.findToken('abc')).toBeNull();
});

test('a primary that became a replica is refused as unavailable, and served again when it is primary', async () => {
  const { server, store } = await open();
  await server.ask('REPLICAOF', '127.0.0.1', '1');
  await expect(create(store)).rejects.toMatchObject({ name: 'StoreUnavailable', trouble: 'read_only' });
  await server.ask('REPLICAOF', 'NO', 'ONE');
  await vi.waitFor(async () => expect(await create(store)).toMatchObject({ ok: true }), { timeout: 60_000 });
});

test('no name, key or token is accepted when its user is gone, even when its hash was deleted', async () => {
  const { server, store } = await open();
  const { credentials } = store;
  await store.create(userResource, null, { username: 'ann' }, actor, { secrets: { password_hash: 'hash' } });
  await store.create(apiKeyResource, null, { user_id: 1 }, actor, { secrets: { sha256: 'abc' } });
  await credentials.putToken('def', { userId: 1, createdMs: 5, passwordMark: 'mark' }, 60_000);
  const findAll = () =>
    Promise.all([credentials.findUser('ann'), credentials.findKey('abc'), credentials.findToken('def')]);
  expect(await findAll()).not.toContain(null);
  await server.ask('DEL', 'at:{p0}:user:1');
  expect(await findAll()).toEqual([null, null, null]);
});

test('given ids leave the counter at the highest of them, in any order', async () => {
  const { server, store } = await open();
  for (const id of [7, 500, 8]) await store.create(memberResource, null, { name: 'Seller' }, actor, { id });
  expect(await server.ask('GET', 'at:counter:member')).toBe('500');
});

test('a change stream ahead of the revision fails writes, and nothing of them is stored', async () => {
  const { server, store } = await open();
  await create(store);
  await server.ask('XADD', 'at:{p3}:changes', '9-0', 'service', 'ym-profile');
  await expect(create(store)).rejects.toThrow('The ID specified in XADD is equal or smaller');
  expect((await store.head(3)).revision).toBe(1);
  expect((await store.load(3, [ymProfileResource])).objects).toHaveLength(1);
});
