import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@auction-tiers/contract';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import type { AnxApi } from 'anx-api';
import {
  ApiError,
  NotAuthenticatedError,
  NotAuthorizedError,
  RateLimitExceededError,
  SystemServiceUnavailableError,
  SystemUnknownError,
} from 'anx-api/lib/errors.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { anxErrorOf, contentOf, createAnx, ownError } from './anx-client.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { openInstance } from '../fixture/instance.ts';
import { logOut } from '../fixture/page-session.ts';
import { Proxy } from '../fixture/proxy.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createScopedKey } from '../fixture/trpc-client.ts';

const service = useService();
let anx: AnxApi;

beforeAll(async () => {
  anx = createAnx(service.url, { token: service.people.seller1.api_key });
});

const tier = (body: Row) => ({ 'ym-auction-tier': { name: 'T', ...body } });

async function createYmProfile(body: Row): Promise<number> {
  return (await contentOf(anx.post('/ym-profile', { 'ym-profile': { name: 'P', ...body } }))).id;
}

describe('a refusal keeps its meaning in the classes of the client', () => {
  test.for<[string, () => Promise<unknown>, Row]>([
    ['an unknown id', () => anx.get('/ym-auction-tier?id=999999'), { id: 'SYNTAX', code: 'NOTFOUND', statusCode: 404 }],
    ['an unknown path', () => anx.get('/creative'), { id: 'SYNTAX', code: 'NOTFOUND', statusCode: 404 }],
    [
      'a misspelt field',
      async () => anx.post('/ym-auction-tier', tier({ ym_profile_id: await createYmProfile({}), colour: 'red' })),
      { id: 'SYNTAX', statusCode: 400, message: expect.stringContaining('colour') as unknown },
    ],
    [
      'a misspelt parameter',
      () => anx.get({ uri: '/ym-auction-tier', params: { prority: 5 } }),
      { id: 'SYNTAX', statusCode: 400, message: expect.stringContaining('prority') as unknown },
    ],
    [
      'a list in brackets, which the client makes of an array',
      () => anx.get({ uri: '/ym-auction-tier', params: { id: [1, 2] } }),
      { id: 'SYNTAX', statusCode: 400, message: expect.stringContaining('id[0]') as unknown },
    ],
    [
      'a reference to nothing',
      () => anx.post('/ym-auction-tier', tier({ ym_profile_id: 999_999 })),
      { id: 'INTEGRITY', statusCode: 409, message: expect.stringContaining('ym_profile_id') as unknown },
    ],
    [
      'an object in use',
      async () => {
        const id = await createYmProfile({ code: 'used' });
        await anx.post('/ym-auction-tier', tier({ ym_profile_id: id }));
        return anx.delete(`/ym-profile?id=${id}`);
      },
      { id: 'INTEGRITY', statusCode: 409 },
    ],
  ])('%s', async ([, call, expected]) => {
    const error = await anxErrorOf(call());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', isAnxApi: true, isApiError: true, description: null, ...expected });
  });

  test('a caller that may not is not authorised, which no client answers with a login', async () => {
    const reader = createAnx(service.url, { token: await createScopedKey(service, 1, ['read']) });
    const error = await anxErrorOf(reader.post('/ym-profile', { 'ym-profile': { name: 'P' } }));
    expect(error).toBeInstanceOf(NotAuthorizedError);
    expect(error).toMatchObject({ name: 'NotAuthorizedError', id: 'UNAUTH', statusCode: 403 });
  });

  // The client takes any 405 for the old sign of a rate limit; without Retry-After it gives up instead of waiting.
  test.for([true, false])('a write to the markets fails at once, rate limiting: %s', async (rateLimiting) => {
    const { api_key: token } = service.people.seller1;
    const error = await anxErrorOf(createAnx(service.url, { token, rateLimiting }).delete('/dma?id=501'));
    expect(error).toBeInstanceOf(RateLimitExceededError);
    expect(error).toMatchObject({ id: 'SYNTAX', code: 'METHOD_NOT_ALLOWED', statusCode: 405, retryAfter: undefined });
  });

  test('a lock-out says how long it lasts', async () => {
    const guesser = createAnx(service.url);
    for (let attempt = 0; attempt < 10; attempt++) {
      const error = await anxErrorOf(guesser.login('guessed', 'wrong'));
      expect(error).toBeInstanceOf(NotAuthenticatedError);
      expect(error).toMatchObject({ id: 'NOAUTH', statusCode: 401 });
    }
    const locked = await anxErrorOf(guesser.login('guessed', 'wrong'));
    expect(locked).toBeInstanceOf(RateLimitExceededError);
    expect(locked).toMatchObject({ id: 'SYSTEM', code: 'RATE_EXCEEDED', statusCode: 429 });
    const { retryAfter } = locked as RateLimitExceededError;
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(300);
  });

  test('an unforeseen failure is unknown', async () => {
    const proxy = await Proxy.start(service.url);
    proxy.answerNext(ownError(new ServiceError('unknown', 'something went wrong')));
    const error = await anxErrorOf(createAnx(proxy.url).get('/dma'));
    expect(error).toBeInstanceOf(SystemUnknownError);
    expect(error).toMatchObject({ id: 'SYSTEM', code: 'UNKNOWN', statusCode: 500 });
    await proxy.close();
  });
});

describe('a login that is over', () => {
  test.for<[string, { token?: string }]>([
    ['without a token', {}],
    ['with an unknown token', { token: 'at_unknown' }],
  ])('%s the client is not authenticated', async ([, settings]) => {
    const stranger = createAnx(service.url, settings);
    for (const call of [() => stranger.get('/member'), () => stranger.delete('/ym-auction-tier?id=1')]) {
      const error = await anxErrorOf(call());
      expect(error).toBeInstanceOf(NotAuthenticatedError);
      expect(error).toMatchObject({ name: 'NotAuthenticatedError', id: 'NOAUTH', code: null, statusCode: 401 });
    }
  });

  test('is NOAUTH, and a new one goes on although the old token is sent with it', async () => {
    const { username, password } = service.people.seller1;
    const proxy = await Proxy.start(service.url);
    const user = createAnx(proxy.url);
    const old = await user.login(username, password);
    await contentOf(user.get('/member'));
    await logOut(service.url, old);

    const error = await anxErrorOf(user.get('/member'));
    expect(error).toBeInstanceOf(NotAuthenticatedError);
    expect(error).toMatchObject({ id: 'NOAUTH', statusCode: 401 });
    const token = await user.login(username, password);
    expect(token).not.toBe(old);
    expect(await contentOf(user.get('/member'))).toMatchObject({ members: [{ id: 1 }] });
    expect(proxy.authorizations).toEqual([undefined, old, old, old, token]);
    await proxy.close();
  });
});

test('a store that is out of reach is a service unavailable, and the markets go on', async () => {
  const redis = await startTemporaryRedis({ durable: false });
  const dir = await mkdtemp(join(tmpdir(), 'auction-tiers-anx-'));
  await putFirstStart(redis.url, dir);
  const away = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' });
  const user = createAnx(away.url, { token: away.people.seller1.api_key });
  expect(await contentOf(user.get('/ym-auction-tier'))).toMatchObject({ status: 'OK' });
  await contentOf(user.get('/dma?id=501'));
  await redis.stop();

  for (const call of [() => user.get('/ym-auction-tier'), () => user.post('/ym-profile', { name: 'P' })]) {
    const error = await anxErrorOf(call());
    expect(error).toBeInstanceOf(SystemServiceUnavailableError);
    expect(error).toMatchObject({ id: 'SYSTEM', code: 'SERVICE_UNAVAILABLE', statusCode: 503 });
  }
  expect(await contentOf(user.get('/dma?id=501'))).toMatchObject({ dma: { id: 501 } });
  await away.close();
  await rm(dir, { recursive: true, force: true });
});
