import { profileResource } from '@auction-tiers/contract';
import { openRedisStore, type Write } from '@auction-tiers/store';
import { expect, onTestFinished, test } from 'vitest';
import { RedisServer } from './redis-server.ts';

const member = 19;
const actor = { user: 'ann', requestId: 'r-1' };
const many = 5000;

async function open() {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  const ids = await store.drawIds('profile', many);
  const partition = member % store.partitions;
  const staged = () => server.ask('KEYS', 'at:*:staged:*');
  return { server, store, ids, partition, staged };
}

/** A create of a profile. `onRead` is called when its text is made. */
function create(id: number, onRead: () => unknown = () => undefined): Write {
  const value = { name: `P${id}`, country_targets: null, country_action: 'exclude' };
  const name = { enumerable: true, get: () => (onRead(), `P${id}`) };
  return { operation: 'create', resource: profileResource, id, value: Object.defineProperty(value, 'name', name) };
}

test('a large batch write is staged while it becomes text, and leaves nothing staged, whether it is done or refused', async () => {
  const { store, ids, partition, staged } = await open();
  let seen: Promise<unknown> = Promise.resolve([]);
  const writes = ids.map((id, at) => create(id, at === many - 1 ? () => (seen = staged()) : undefined));
  expect(await store.writeBatch(member, writes, actor, { knownRevision: 0 })).toMatchObject({ ok: true });
  expect(await seen).toHaveLength(1);
  expect(await staged()).toEqual([]);
  const again = await store.writeBatch(member, writes, actor, { knownRevision: 0 });
  expect(again).toMatchObject({ ok: false, refusal: { kind: 'changed' } });
  expect(await staged()).toEqual([]);
  expect((await store.head(partition)).revision).toBe(many);
});

test('a batch write of which Redis has lost a part writes nothing, says so, and is done when it is sent again', async () => {
  const { server, store, ids, partition, staged } = await open();
  const script = "return redis.call('DEL', unpack(redis.call('KEYS', 'at:*:staged:*')))";
  let lost: Promise<unknown> = Promise.resolve(0);
  const lose = () => (lost = server.ask('EVAL', script, '0'));
  const writes = ids.map((id, at) => create(id, at === many / 2 ? lose : undefined));
  await expect(store.writeBatch(member, writes, actor, { knownRevision: 0 })).rejects.toMatchObject({
    name: 'StoreUnavailable',
    outcomeUnknown: false,
    message: expect.stringContaining('nothing was written') as unknown,
  });
  expect(await lost).toBe(1);
  expect(await staged()).toEqual([]);
  expect((await store.head(partition)).revision).toBe(0);
  const whole = ids.map((id) => create(id));
  expect(await store.writeBatch(member, whole, actor, { knownRevision: 0 })).toMatchObject({ ok: true });
});

test('what is staged ends by itself', async () => {
  const { server, store, ids } = await open();
  let left: Promise<unknown> = Promise.resolve(-1);
  const script = "return redis.call('PTTL', redis.call('KEYS', 'at:*:staged:*')[1])";
  const writes = ids.map((id, at) =>
    create(id, at === many / 2 ? () => (left = server.ask('EVAL', script, '0')) : undefined),
  );
  await store.writeBatch(member, writes, actor, { knownRevision: 0 });
  expect(await left).toBeGreaterThan(0);
});
