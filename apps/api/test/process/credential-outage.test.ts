import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisServer } from '@auction-tiers/tools/redis-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey, sha256 } from '../../src/auth/secret.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Send } from '../fixture/request.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { tokenOf } from '../fixture/log-in.ts';

let dir: string;
let redis: RedisServer;
let service: Instance;
let send: Send;
let clock: TestClock;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-credentials-'));
  redis = await RedisServer.start();
  await putFirstStart(redis.url, dir);
  clock = new TestClock();
  service = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' }, { clock });
  ({ send } = service);
});
afterEach(async () => {
  await service.close();
  await redis.remove();
  await rm(dir, { recursive: true, force: true });
});

const dma = (key: string) => send('GET', '/dma?id=501', { key });
const auction = (key: string) => send('POST', '/auction/batch', { key, body: { auctions: [] } });

async function logIn(): Promise<string> {
  const { username, password } = service.people.seller1;
  return String(expectOk(await send('POST', '/auth', { key: null, body: { username, password } })).response['token']);
}

test('credentials that were checked before go on while Redis is away, however long they were idle; unknown ones get 503', async () => {
  const token = await logIn();
  const key = service.people.seller1.api_key;
  for (const one of [key, token]) expectOk(await auction(one));
  await redis.kill();
  for (let idle = 0; idle < 3; idle++) {
    clock.pass(60_000);
    for (const one of [key, token]) {
      expectOk(await auction(one));
      expectOk(await dma(one));
    }
  }
  for (const call of [dma, auction]) expect((await call(createKey())).status).toBe(503);
});

/** Resolves when the other service knows that this credential is valid, or that it is not. */
const known = (other: Instance, secret: string, isValid: boolean) =>
  expect.poll(() => other.opened.credentialIndex.knows(secret), { timeout: 60_000 }).toBe(isValid);

test('while Redis is away a service accepts what another one has issued or verified, and nothing that has ended', async () => {
  const { admin, seller1, seller2 } = service.people;
  const other = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' });
  try {
    const makeKey = async (name: string) => {
      const made = expectOk(
        await send('POST', '/api-key', {
          key: await tokenOf(service),
          body: { name, scopes: ['read', 'write', 'auction'] },
        }),
      ).response['api-key'];
      return made as { readonly id: number; readonly key: string };
    };
    const [kept, revoked] = [await makeKey('kept'), await makeKey('revoked')];
    const { username, password } = seller2;
    const login = async () =>
      String(expectOk(await send('POST', '/auth', { key: null, body: { username, password } })).response['token']);
    const endedToken = await login();
    for (const secret of [kept.key, revoked.key, endedToken]) await known(other, secret, true);
    expectOk(await send('DELETE', `/api-key?id=${revoked.id}`));
    const users = expectOk(await send('GET', `/user?username=${username}`, { key: admin.api_key })).response['users'];
    const [user] = users as readonly { readonly id: number }[];
    const change = { key: await tokenOf(service, 'admin'), body: { password: 'another pass phrase' } };
    expectOk(await send('PUT', `/user?id=${user?.id}`, change));
    for (const secret of [revoked.key, endedToken]) await known(other, secret, false);
    const token = await logIn();
    await known(other, token, true);
    await redis.kill();

    const ask = (key: string) => other.send('POST', '/auction/batch', { key, body: { auctions: [] } });
    for (const key of [kept.key, token, seller1.api_key, seller2.api_key]) expectOk(await ask(key));
    for (const key of [revoked.key, endedToken, createKey()]) expect((await ask(key)).status).toBe(503);
  } finally {
    await other.close();
  }
});

test('while Redis is away a token ends with its day; whether it was used for two hours, only Redis knows', async () => {
  const token = await logIn();
  expectOk(await auction(token));
  await redis.kill();
  clock.pass(2 * 60 * 60 * 1000);
  expect((await auction(token)).status).toBe(503);
  clock.pass(22 * 60 * 60 * 1000);
  const answer = await auction(token);
  expect(answer.status).toBe(401);
  expect(answer.response.error_id).toBe('NOAUTH');
});

test('a Redis that hangs holds up a credential no longer than a command may take', async () => {
  const key = service.people.seller1.api_key;
  expectOk(await auction(key));
  const resume = await redis.pause();
  try {
    clock.pass(60_000);
    expectOk(await auction(key));
    // Nor is the next one held up, once it is known that Redis does not answer.
    await expect.poll(() => service.opened.credentialIndex.find(sha256(key)), { timeout: 60_000 }).toBeDefined();
  } finally {
    resume();
  }
});

test('a Redis that is known to hang holds up no credential that was valid', async () => {
  const { seller2 } = service.people;
  const { credentialIndex, readiness, store } = service.opened;
  const resume = await redis.pause();
  try {
    await expect.poll(() => readiness.answer(['reads']).status, { timeout: 60_000 }).toBe('unavailable');
    await credentialIndex.follow();
    clock.pass(60_000);
    const answered: string[] = [];
    const asking = store.head(0).catch(() => answered.push('Redis'));
    answered.push(
      String(
        await credentialIndex.authenticate(seller2.api_key).then((found) => 'username' in found && found.username),
      ),
    );
    await asking;
    expect(answered).toEqual([seller2.username, 'Redis']);
  } finally {
    resume();
  }
});

test('a key that another process revokes ends once Redis answers this one again', async () => {
  const admin = { key: service.people.admin.api_key };
  const made = expectOk(
    await send('POST', '/api-key', {
      key: await tokenOf(service, 'admin'),
      body: { user_id: 2, name: 'Short', scopes: ['read', 'write', 'auction'] },
    }),
  ).response;
  const { id, key } = made['api-key'] as { readonly id: number; readonly key: string };
  expectOk(await auction(key));
  await redis.kill();
  clock.pass(60_000);
  expectOk(await auction(key));

  await redis.start();
  const other = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' });
  try {
    expectOk(await other.send('DELETE', `/api-key?id=${id}`, admin));
    await expect.poll(async () => (await auction(key)).status, { timeout: 60_000 }).toBe(401);
  } finally {
    await other.close();
  }
});
