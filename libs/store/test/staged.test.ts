import { profileResource } from '@auction-tiers/contract';
import { openRedisStore, type Write } from '@auction-tiers/store';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const member = 19;
const actor = { user: 'ann', requestId: 'r-1' };
const many = 10_000;

async function open() {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  const ids = await store.drawIds('profile', many);
  // Open already, so that a script is sent at once: Redis carries it out before what the store sends some replies later.
  const client = new Redis(server.url);
  onTestFinished(() => client.disconnect());
  await client.ping();
  /** Does something with the staged keys, which Lua knows as `keys`. */
  const run = (code: string) => client.eval(`local keys = redis.call('KEYS', 'at:*:staged:*') ${code}`, 0);
  return { store, ids, partition: member % store.partitions, run };
}

/** A create of a profile. `onRead` is called when its text is made. */
function create(id: number, onRead: () => unknown = () => undefined): Write {
  const value = { name: `P${id}`, country_targets: null, country_action: 'exclude' };
  const name = { enumerable: true, get: () => (onRead(), `P${id}`) };
  return { operation: 'create', resource: profileResource, id, value: Object.defineProperty(value, 'name', name) };
}

/** Creates of which the one in the middle, when a part is staged, does something. */
function creates(ids: readonly number[], onMiddle: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined;
  const writes = ids.map((id, at) => create(id, at === many / 2 ? () => (done ??= onMiddle()) : undefined));
  return { writes, done: () => done };
}

test('a large batch write is staged while it becomes text, and leaves nothing staged, whether it is done or refused', async () => {
  const { store, ids, partition, run } = await open();
  const { writes, done } = creates(ids, () => run("return { #keys, redis.call('PTTL', keys[1]) }"));
  expect(await store.writeBatch(member, writes, actor, { knownRevision: 0 })).toMatchObject({ ok: true });
  const [count, leftMs] = (await done()) as [number, number];
  expect(count).toBe(1);
  // It would end by itself.
  expect(leftMs).toBeGreaterThan(0);
  expect(await run('return keys')).toEqual([]);
  const again = await store.writeBatch(member, writes, actor, { knownRevision: 0 });
  expect(again).toMatchObject({ ok: false, refusal: { kind: 'changed' } });
  expect(await run('return keys')).toEqual([]);
  expect((await store.head(partition)).revision).toBe(many);
});

test('a batch write of which Redis has lost a part writes nothing, says so, and is done when it is sent again', async () => {
  const { store, ids, partition, run } = await open();
  const { writes, done } = creates(ids, () => run("return redis.call('DEL', unpack(keys))"));
  await expect(store.writeBatch(member, writes, actor, { knownRevision: 0 })).rejects.toMatchObject({
    name: 'StoreUnavailable',
    outcomeUnknown: false,
    message: expect.stringContaining('nothing was written') as unknown,
  });
  expect(await done()).toBe(1);
  expect(await run('return keys')).toEqual([]);
  expect((await store.head(partition)).revision).toBe(0);
  expect(await store.writeBatch(member, writes, actor, { knownRevision: 0 })).toMatchObject({ ok: true });
});
