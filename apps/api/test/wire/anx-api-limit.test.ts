import { ServiceError } from '@auction-tiers/contract';
import { NotAuthenticatedError, RateLimitExceededError } from 'anx-api/lib/errors.js';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { anxErrorOf, contentOf, createAnx, ownError } from './anx-client.ts';
import { demoYmProfile, listTiers } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import { Proxy } from '../fixture/proxy.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
let proxy: Proxy;
let token: string;

beforeAll(async () => {
  token = service.people.seller1.api_key;
});
beforeEach(async () => {
  proxy = await Proxy.start(service.url);
  return () => proxy.close();
});

const tooMany = ownError(new ServiceError('rate_exceeded', 'more than 1000 requests in a minute', { retryAfterS: 1 }));

test('a read beyond the limit waits as long as it is told, and is then answered', async () => {
  proxy.answerNext(tooMany);
  const told: unknown[] = [];
  const anx = createAnx(proxy.url, {
    token,
    rateLimiting: true,
    onRateLimitExceeded: (direction, error) => told.push([direction, error]),
    onRateLimitPause: (direction) => told.push([direction, 'pause']),
    onRateLimitResume: (direction) => told.push([direction, 'resume']),
  });
  expect(await contentOf(anx.get('/dma?id=501'))).toMatchObject({ dma: { id: 501 } });
  expect(proxy.seen).toEqual(['GET /dma?id=501', 'GET /dma?id=501']);
  const [[, error]] = told as [[string, RateLimitExceededError]];
  expect(told).toEqual([
    ['READ', error],
    ['READ', 'pause'],
    ['READ', 'resume'],
  ]);
  expect(error).toBeInstanceOf(RateLimitExceededError);
  expect(error).toMatchObject({ id: 'SYSTEM', code: 'RATE_EXCEEDED', statusCode: 429, retryAfter: 1 });
});

test('a write beyond the limit is done once', async () => {
  proxy.answerNext(tooMany);
  const { id: ym_profile_id } = await demoYmProfile(service.send);
  const anx = createAnx(proxy.url, { token, rateLimiting: true });
  const body = { 'ym-auction-tier': { name: 'Waited', code: 'waited', ym_profile_id } };
  const { id } = await contentOf(anx.post('/ym-auction-tier', body));
  expect(proxy.seen).toEqual(['POST /ym-auction-tier', 'POST /ym-auction-tier']);
  expect(await listTiers(service.send, '?code=waited')).toMatchObject([{ id, name: 'Waited' }]);
});

test('paging goes on where the limit stopped it', async () => {
  const anx = createAnx(proxy.url, { token, rateLimiting: true });
  expect(await contentOf(anx.get('/dma?num_elements=1'))).toMatchObject({ count: 210 });
  proxy.answerNext(tooMany);
  const all = await contentOf(anx.getAll({ uri: '/dma', numElements: 150 }, undefined));
  expect(all.count).toBe(210);
  expect(proxy.seen.slice(1).map((line) => /start_element=(\d+)/.exec(line)?.[1])).toEqual(['0', '0', '150']);
});

test('without the waiting of the client a limit is an error that says how long', async () => {
  proxy.answerNext(tooMany);
  const error = await anxErrorOf(createAnx(proxy.url, { token }).get('/dma'));
  expect(error).toBeInstanceOf(RateLimitExceededError);
  expect(error).toMatchObject({ retryAfter: 1, res: { headers: { 'x-ratelimit-code': 'RATE_EXCEEDED' } } });
});

test('as many requests as the client allows itself are answered at the same time, and no more', async () => {
  proxy.awaitCrowd(3);
  const anx = createAnx(proxy.url, { token, concurrencyLimit: 3 });
  const ids = [501, 502, 503, 504, 505, 506, 507, 508, 509, 510];
  const answers = await Promise.all(ids.map((id) => contentOf(anx.get(`/dma?id=${id}`))));
  expect(answers.map(({ dma }) => (dma as { id: number }).id)).toEqual(ids);
  expect(proxy.mostAtOnce).toBe(3);
});

test('one that fails makes room for the next', async () => {
  proxy.awaitCrowd(2);
  const anx = createAnx(proxy.url, { concurrencyLimit: 2 });
  const errors = await Promise.all([1, 2, 3, 4, 5].map((id) => anxErrorOf(anx.get(`/ym-auction-tier?id=${id}`))));
  for (const error of errors) expect(error).toBeInstanceOf(NotAuthenticatedError);
  expect(proxy.seen).toHaveLength(5);
  expect(proxy.mostAtOnce).toBe(2);
});

test('a read beyond a limit that the service itself sets is answered once the window has passed', async () => {
  const { redisUrl: REDIS_URL, dataDir: DATA_DIR } = service;
  const limited = await openInstance({ REDIS_URL, DATA_DIR, RATE_LIMIT_READS: '5' }, { throttleWindowS: 1 });
  try {
    const told: unknown[] = [];
    const anx = createAnx(limited.url, {
      token,
      rateLimiting: true,
      rateLimitReadSeconds: 1,
      onRateLimitExceeded: (_direction, error) => told.push(error),
    });
    // Where the window passes between two of these, the client is refused nothing and there is nothing to see yet.
    while (told.length === 0) {
      for (let read = 0; read < 5; read++) await limited.send('GET', '/member');
      expect(await contentOf(anx.get('/member'))).toMatchObject({ status: 'OK' });
    }
    expect(told[0]).toMatchObject({ name: 'RateLimitExceededError', code: 'RATE_EXCEEDED', retryAfter: 1 });
  } finally {
    await limited.close();
  }
});
