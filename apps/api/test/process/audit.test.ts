import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { expect, onTestFinished, test } from 'vitest';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend, rowOf, type Row } from '../fixture/request.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';
import { MainProcess } from './main-process.ts';

test('who logs in and out, changes users, keys and members, restores and is refused is one line each, without a secret', async () => {
  const redis = await startTemporaryRedis({ durable: false });
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-audit-'));
  const settings = { REDIS_URL: redis.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ACCESS_LOG: '1' };
  const service = new MainProcess(settings);
  onTestFinished(async () => {
    await service.stop();
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const url = await service.ready();
  const { admin, seller1 } = await readPeople(dataDir);
  const send = createSend(url, seller1.api_key);
  const logIn = (body: Row) =>
    send('POST', '/auth', { key: null, body, headers: { 'x-forwarded-for': '198.51.100.7', 'x-request-id': 'in' } });

  const { username, password } = seller1;
  const token = String(expectOk(await logIn({ username, password })).response['token']);
  expect((await logIn({ username, password: 'a wrong pass phrase' })).status).toBe(401);
  expect((await logIn({ username: 'a pass phrase in the wrong field', password: 'x' })).status).toBe(401);
  const reader = rowOf(expectOk(await send('POST', '/api-key', { key: token, body: { scopes: ['read'] } })), 'api-key');
  expect((await send('DELETE', '/ym-profile?id=1', { key: String(reader['key']) })).status).toBe(403);
  await failureOf(createClient(url, String(reader['key'])).ymProfile.remove.mutate({ id: 1 }));
  expectOk(await send('PUT', '/member?id=1', { key: admin.api_key, body: { member: { record_share: 0.5 } } }));
  const { id } = await demoYmProfile(send);
  expectOk(await send('PUT', `/ym-profile?id=${id}`, { body: { description: 'Changed' } }));
  const history = expectOk(await send('GET', `/ym-profile/history?id=${id}`)).response;
  const steps = history['ym-profile-history'] as readonly Row[] | undefined;
  const restored = await send('POST', `/ym-profile/restore?id=${id}&revision=${String(steps?.at(-1)?.['revision'])}`);
  expectOk(restored);

  expectOk(await send('DELETE', '/auth', { key: token }));
  expect((await send('GET', '/member', { key: token })).status).toBe(401);
  expect((await send('DELETE', '/auth', { key: token })).status).toBe(401);
  expect((await send('DELETE', '/auth')).status).toBe(400);

  const { stderr } = await service.stop();
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  const rows = lines.map((line) => JSON.parse(line) as Row);
  const told = rows.filter(({ audit }) => audit === true);
  const operation = 'DELETE /ym-profile';
  expect(told).toEqual(
    [
      { event: 'login', user: username, address: '127.0.0.1', request_id: 'in' },
      { event: 'login_failed', user: username, why: 'not_authenticated' },
      { event: 'login_failed', user: null, why: 'not_authenticated' },
      {
        event: 'change',
        user: username,
        service: 'api-key',
        operation: 'create',
        id: reader['id'],
        user_id: reader['user_id'],
        scopes: ['read'],
      },
      { event: 'refused', user: username, operation },
      { event: 'refused', user: username, operation: 'ymProfile.remove' },
      { event: 'change', user: admin.username, service: 'member', id: 1, operation: 'update' },
      { event: 'restore', user: username, service: 'ym-profile', id },
      { event: 'logout', user: username },
    ].map((facts) => expect.objectContaining(facts) as Row),
  );
  expect(told[6]?.['fields']).toContain('record_share');
  for (const secret of [password, token, 'pass phrase', String(reader['key']), seller1.api_key]) {
    expect(stderr).not.toContain(secret);
  }
  const warnings = rows.filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES'));
  expect(warnings).toEqual([expect.objectContaining({ address: '127.0.0.1' })]);
  const access = rows.filter((row) => row['access'] === true);
  expect(access).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: '/ym-profile', status: 403, address: '127.0.0.1' }),
  );
});
