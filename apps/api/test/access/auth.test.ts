import { describe, expect, test } from 'vitest';
import { createClient as connectRedis } from 'redis';
import { createTier, createYmProfile, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Answer } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient, createScopedKey, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;

const login = (username: string, password: string) =>
  send('POST', '/auth', { key: null, body: { auth: { username, password } } });

async function newToken(): Promise<string> {
  const { username, password } = service.people.seller1;
  return String(expectOk(await login(username, password)).response['token']);
}

function expectNoAuth(answer: Answer): void {
  expect(answer.status).toBe(401);
  expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'NOAUTH' });
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="auction-tiers"/);
}

describe('a login', () => {
  test('gives a token that authenticates the user, raw or as a Bearer', async () => {
    const token = await newToken();
    expect(token.length).toBeGreaterThan(30);
    for (const key of [token, `Bearer ${token}`, `bearer ${token}`]) {
      const answer = expectOk(await send('GET', '/member', { key }));
      expect(answer.response['members']).toMatchObject([{ id: 1 }]);
    }
    expect(await newToken()).not.toBe(token);
  });

  test('takes the credentials wrapped or bare', async () => {
    const { username, password } = service.people.seller2;
    const answer = expectOk(await send('POST', '/auth', { key: null, body: { username, password } }));
    expect(answer.response['token']).toMatch(/\S/);
    expect(Object.keys(answer.response).toSorted()).toEqual(['dbg_info', 'status', 'token']);
  });

  test('with a wrong password and with an unknown username fails with the same error', async () => {
    const [wrong, unknown] = [await login('demo-seller-2', 'wrong'), await login('unknown-user', 'wrong')];
    for (const answer of [wrong, unknown]) {
      expectNoAuth(answer);
      expect(answer.headers.get('www-authenticate')).not.toContain('invalid_token');
    }
    expect(unknown.response.error).toBe(wrong.response.error);
  });

  test.for<[string, unknown]>([
    ['nothing', {}],
    ['no password', { auth: { username: 'demo-seller-2' } }],
    ['a password that is no text', { auth: { username: 'demo-seller-2', password: 7 } }],
    ['an empty username', { auth: { username: '', password: 'x' } }],
    ['an unknown field', { auth: { username: 'a', password: 'b', remember: true } }],
    ['an operator instead of a name', { auth: { username: { $ne: null }, password: { $ne: null } } }],
  ])('with %s is a 400 that does not repeat the password', async ([, body]) => {
    const answer = await send('POST', '/auth', { key: null, body });
    expect(answer.status).toBe(400);
    expect(answer.response.error_id).toBe('SYNTAX');
  });

  test('never shows the password that was sent', async () => {
    const password = 'hunter2-hunter2';
    for (const body of [
      { auth: { username: 'x', password } },
      { auth: { username: 7, password } },
      { auth: { username: 'x', password: [password] } },
    ]) {
      expect((await send('POST', '/auth', { key: null, body })).text).not.toContain(password);
    }
  });

  test('works over tRPC as well', async () => {
    const { username, password } = service.people.seller1;
    const { token } = await createClient(service.url, null).auth.login.mutate({ username, password });
    expectOk(await send('GET', '/member', { key: token }));
  });
});

test('ten failures lock a username out, for the right password too, and no other username', async () => {
  const { username, password } = service.people.admin;
  for (let attempt = 0; attempt < 10; attempt++) expectNoAuth(await login(username, `wrong ${attempt}`));
  const locked = await login(username, password);
  expect(locked.status).toBe(429);
  expect(locked.response).toMatchObject({ error_id: 'SYSTEM', error_code: 'RATE_EXCEEDED' });
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(300);
  expect(locked.headers.get('x-ratelimit-code')).toBe('RATE_EXCEEDED');
  const error = await failureOf(createClient(service.url, null).auth.login.mutate({ username, password }));
  expect(error.data).toMatchObject({ httpStatus: 429, error_id: 'SYSTEM', error_code: 'RATE_EXCEEDED' });
  expectOk(await send('GET', '/member', { key: service.people.admin.api_key }));
  await newToken();
});

test('an unknown username is locked out in the same way', async () => {
  for (let attempt = 0; attempt < 10; attempt++) expectNoAuth(await login('ghost', 'wrong'));
  expect((await login('ghost', 'wrong')).status).toBe(429);
});

test('at most ten wrong passwords sent at the same time are checked', async () => {
  const answers = await Promise.all(Array.from({ length: 14 }, () => login('crowd', 'wrong')));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test('right logins sent at the same time all succeed', async () => {
  const { username, password } = service.people.seller2;
  const answers = await Promise.all(Array.from({ length: 12 }, () => login(username, password)));
  expect(new Set(answers.map((answer) => expectOk(answer).response['token'])).size).toBe(12);
});

describe('without a good credential', () => {
  const paths = ['/ym-auction-tier', '/ym-profile?id=1', '/dma', '/country', '/dma/meta', '/change-log', '/member'];

  test.for<[string, string | null]>([
    ['no header', null],
    ['an unknown token', 'at_unknown'],
    ['an empty Bearer', 'Bearer '],
    ['Basic', 'Basic ZGVtbzpkZW1v'],
    ['the word undefined', 'undefined'],
  ])('%s is a 401, NOAUTH, everywhere', async ([, key]) => {
    for (const path of paths) expectNoAuth(await send('GET', path, { key }));
    for (const path of [
      '/ym-auction-tier',
      '/auction',
      '/auction/explain',
      '/auction/batch',
      '/openrtb2/auction?ym_profile_id=1',
    ]) {
      expectNoAuth(
        await send('POST', path, { key, body: { ym_profile_id: 1, bids: [], auctions: [], bid_request: {} } }),
      );
    }
    const error = await failureOf(createClient(service.url, key).tier.list.query());
    expect(error.data).toMatchObject({ httpStatus: 401, error_id: 'NOAUTH' });
  });

  test('a body is not validated', async () => {
    const answer = await send('POST', '/ym-auction-tier', { key: null, body: { colour: 'red' } });
    expectNoAuth(answer);
    expect(answer.text).not.toContain('colour');
  });

  test('/healthz and /readyz need no credential', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await send('GET', path, { key: null })).status).toBe(200);
  });
});

describe('scopes', () => {
  const reads = [
    '/ym-auction-tier',
    '/ym-profile',
    '/profile',
    '/member',
    '/dma',
    '/country',
    '/change-log',
    '/dma/meta',
  ];

  test('read alone reads, and neither writes nor runs auctions', async () => {
    const key = await createScopedKey(service, 1, ['read']);
    const tiers = (await send('GET', '/ym-auction-tier')).text.replace(/"dbg_info".*/, '');
    const { id } = await demoYmProfile(send);
    for (const path of reads) expectOk(await send('GET', path, { key }));
    for (const [method, path, body] of [
      ['POST', '/ym-auction-tier', { name: 'T', ym_profile_id: id }],
      ['PUT', '/ym-auction-tier?id=1', { name: 'T' }],
      ['DELETE', '/ym-auction-tier?id=1', undefined],
      ['PUT', '/member', { revenue_share_pct: 1 }],
      ['POST', '/auction', { ym_profile_id: id, bids: [] }],
      ['POST', '/auction/explain', { ym_profile_id: id, bids: [] }],
      ['POST', '/auction/batch', { auctions: [] }],
    ] as const) {
      const answer = await send(method, path, { key, body });
      expect(answer.status).toBe(403);
      expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'UNAUTH' });
    }
    expect((await send('GET', '/ym-auction-tier')).text.replace(/"dbg_info".*/, '')).toBe(tiers);
  });

  test('write alone writes, and does not read', async () => {
    const key = await createScopedKey(service, 1, ['write']);
    const { id } = await createYmProfile((method, path, options) => send(method, path, { key, ...options }));
    await createTier((method, path, options) => send(method, path, { key, ...options }), { ym_profile_id: id });
    for (const path of reads) expect((await send('GET', path, { key })).status).toBe(403);
  });

  test('auction alone runs auctions, and nothing else', async () => {
    const key = await createScopedKey(service, 1, ['auction']);
    const { id } = await demoYmProfile(send);
    expectOk(await send('POST', '/auction', { key, body: { ym_profile_id: id, bids: [] } }));
    expectOk(await send('POST', '/auction/batch', { key, body: { auctions: [] } }));
    for (const path of reads) expect((await send('GET', path, { key })).status).toBe(403);
    expect((await send('POST', '/ym-profile', { key, body: { name: 'x' } })).status).toBe(403);
    const error = await failureOf(createClient(service.url, key).tier.list.query());
    expect(error.data).toMatchObject({ httpStatus: 403, error_id: 'UNAUTH' });
  });

  test('a key without scopes may do nothing', async () => {
    const key = await createScopedKey(service, 1, []);
    for (const path of reads) expect((await send('GET', path, { key })).status).toBe(403);
  });
});

test('Redis holds neither passwords nor tokens nor keys', async () => {
  const token = await newToken();
  const { admin, seller1, seller2 } = service.people;
  const secrets = [token, ...[admin, seller1, seller2].flatMap((person) => [person.password, person.api_key])];
  const redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
  const dump: string[] = [];
  for await (const keys of redis.scanIterator()) {
    for (const key of keys) dump.push(key, await readAny(key));
  }
  redis.destroy();
  const text = dump.join('\n');
  expect(text).toContain('demo-seller-1');
  expect(text).toContain('$argon2id$');
  for (const secret of secrets) {
    for (const part of [
      secret,
      secret.slice(4),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ]) {
      expect(text).not.toContain(part);
    }
  }

  async function readAny(key: string): Promise<string> {
    const type = await redis.type(key);
    const read: Readonly<Record<string, () => Promise<unknown>>> = {
      string: () => redis.get(key),
      hash: () => redis.hGetAll(key),
      set: () => redis.sMembers(key),
      zset: () => redis.zRangeWithScores(key, 0, -1),
      list: () => redis.lRange(key, 0, -1),
      stream: () => redis.xRange(key, '-', '+'),
    };
    const value = read[type];
    if (value === undefined) throw new Error(`the key ${key} is of a type that this test cannot read: ${type}`);
    return JSON.stringify(await value());
  }
});
