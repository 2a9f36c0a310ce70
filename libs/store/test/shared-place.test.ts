import { userResource, ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { expect, onTestFinished, test } from 'vitest';
import { RedisServer } from './redis-server.ts';

const actor = { user: 'ann', requestId: 'r-1' };

test('a version of the service before marks, which moves only the revision, moves the shared objects too', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  const user = { username: 'ann', role: 'admin' };
  await store.create(userResource, null, user, actor, { secrets: { password_hash: 'hash' } });
  const create = () => store.create(ymProfileResource, 19, { name: 'A' }, actor, { whileShared: store.sharedPlace()! });
  expect(await create()).toMatchObject({ ok: true });
  await server.ask('INCR', 'at:{p0}:revision');
  expect(await create()).toMatchObject({ ok: false, refusal: { kind: 'shared_other' } });
  expect(await store.head(0)).toMatchObject({ revision: 2, mark: '' });
  expect(await create()).toMatchObject({ ok: true });
});
