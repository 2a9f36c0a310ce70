import { readFileSync } from 'node:fs';
import { memberResource, userResource, ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const shipped = readFileSync(new URL('../../../deploy/redis/users.acl', import.meta.url), 'utf8');
const documented = (/^user auction-tiers on >PASSWORD (.*)$/m.exec(shipped)?.[1] ?? '').split(' ');

test('the rights of the user that is shipped are enough', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  await server.ask('ACL', 'SETUSER', 'ann', 'on', '>pw', ...documented);
  const store = await openRedisStore({
    url: server.url.replace('//', '//ann:pw@'),
    log: console,
    requireDurable: true,
  });
  onTestFinished(() => store.close());
  const heard: number[] = [];
  await store.onChangeNotification((partition) => heard.push(partition));
  heard.length = 0;
  const created = await store.create(ymProfileResource, 19, { name: 'Y' }, { user: 'ann', requestId: 'r-1' });
  expect(created).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(heard).toEqual([3]));
  expect((await store.load(3, [ymProfileResource])).objects).toHaveLength(1);
  expect((await store.changeLog(19, 0, 10)).total).toBe(1);
  const idempotency = { key: 'k', fingerprint: 'f' };
  const actor = { user: 'ann', requestId: 'r-1' };
  const member = await store.create(memberResource, null, { name: 'Seller' }, actor, { idempotency });
  expect(await store.repeatOf(memberResource, null, idempotency)).toEqual({ ...member, isRepeat: true });
  const secrets = { password_hash: 'hash' };
  await store.create(userResource, null, { username: 'ann', role: 'admin' }, actor, { secrets });
  expect(await store.credentials.findUser('ann')).toMatchObject({ id: 1 });
  await store.credentials.putToken('abc', { userId: 1, createdMs: 5, passwordMark: 'mark' }, 60_000);
  expect(await store.credentials.findToken('abc')).toMatchObject({ user: { id: 1 } });
  expect(await store.credentials.countFailure('ann', 1000)).toMatchObject({ failures: 1 });
});

test('without the right to read settings the durability is unknown, and the store warns', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  await server.ask('ACL', 'SETUSER', 'ann', 'on', '>pw', ...documented, '-config|get');
  const warnings: string[] = [];
  const log = { warn: (text: string) => warnings.push(text) };
  const store = await openRedisStore({ url: server.url.replace('//', '//ann:pw@'), log });
  onTestFinished(() => store.close());
  const policy = store.server.confirmsSync ? 'confirmed' : 'unconfirmed';
  expect(store.durability).toEqual({ policy, appendonly: 'unknown', appendfsync: 'unknown', eviction: null });
  expect(warnings).toHaveLength(store.server.confirmsSync ? 0 : 1);
});
