import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { expect, onTestFinished, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { MainProcess } from './main-process.ts';
import { createSend, rowOf } from '../fixture/request.ts';
import { logIn } from '../fixture/log-in.ts';

const passwords = ['first pass phrase', 'second pass phrase', 'wrong pass phrase', 'guessed pass phrase'] as const;

const login = (password: string) => ({ key: null, body: { username: 'ann', password } });

test('at LOG_LEVEL=trace neither the log nor an error holds a password, key or token', async () => {
  const redis = await startTemporaryRedis({ durable: false });
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-secret-'));
  const service = new MainProcess({ REDIS_URL: redis.url, DATA_DIR: dataDir, LOG_LEVEL: 'trace' });
  onTestFinished(async () => {
    await service.stop();
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const url = await service.ready();
  const { admin, seller1, seller2 } = await readPeople(dataDir);
  const secrets: string[] = [admin, seller1, seller2].flatMap((one) => [one.password, one.api_key]);
  const send = createSend(url, await logIn(createSend(url, admin.api_key), admin));
  const errors: string[] = [];
  const fail = async (...request: Parameters<typeof send>) => {
    const answer = await send(...request);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    errors.push(answer.text, JSON.stringify([...answer.headers]));
  };
  const [first, second, wrong, guessed] = passwords;

  const user = await send('POST', '/user', { body: { username: 'ann', member_id: 1, password: first } });
  const { id } = rowOf(expectOk(user), 'user');
  const token = String(expectOk(await send('POST', '/auth', login(first))).response['token']);
  const { key } = rowOf(
    expectOk(await send('POST', '/api-key', { key: token, body: { scopes: ['read', 'write', 'auction'] } })),
    'api-key',
  );
  secrets.push(token, key ?? 'no key');
  await fail('POST', '/auth', login(wrong));
  await fail('POST', '/auth', { key: null, body: { username: 'ann', password: wrong, colour: wrong } });
  await fail('POST', '/auth', { key: null, body: `{"auth":{"username":"ann","password":"${wrong}` });
  await fail('PUT', `/user?id=${id}`, { key: token, body: { password: second, current_password: guessed } });
  await fail('PUT', `/user?id=${id}`, { key: token, body: { password: [second], current_password: { guessed } } });
  await fail('POST', '/user', { body: { username: 'ann', member_id: 1, password: second } });
  await fail('POST', '/trpc/user.create', { body: { username: 'bob', member_id: 1, password: [second] } });
  await fail('POST', '/trpc/auth.login', { key: null, body: { username: 'ann', password: wrong } });
  await fail('GET', '/member', { key: `${token}x` });
  expectOk(await send('PUT', `/user?id=${id}`, { body: { password: second } }));
  await fail('GET', '/member', { key: token });
  await redis.stop();
  await fail('POST', '/auth', login(second));
  await fail('PUT', `/user?id=${id}`, { body: { password: first } });

  const { stdout, stderr } = await service.stop();
  expect(stderr).toMatch(/"msg":"[^"]*\bstore\b/);
  for (const secret of [...secrets, ...passwords]) {
    expect(stdout).not.toContain(secret);
    expect(stderr).not.toContain(secret);
    expect(errors.join('\n')).not.toContain(secret);
  }
});
