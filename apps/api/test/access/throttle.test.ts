import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningRedis, startRedis } from '@auction-tiers/tools/redis';
import { createClient as connectRedis } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Environment, type Instance, type InstanceTuning, openInstance } from '../fixture/instance.ts';
import type { Answer } from '../fixture/request.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

let root: string;
let redis: RunningRedis;
let dataDir: string;
/** Every test has a database of its own, by its number; a Redis has sixteen, from 0. */
let database = -1;
const instances: Instance[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'auction-tiers-throttle-'));
  redis = await startRedis({ dir: join(root, 'redis') });
});
afterAll(async () => {
  await redis.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(root, 'data-'));
  database += 1;
  await putFirstStart(databaseUrl(), dataDir);
});
afterEach(() => Promise.all(instances.splice(0).map((one) => one.close())));

const databaseUrl = () => `${redis.url}?db=${database}`;

/** On a loaded machine Redis may take longer than a call waits for being counted, and would go on uncounted. */
const patient = { throttleCommandMs: 20_000 };

async function open(environment: Environment, tuning: Partial<InstanceTuning> = patient): Promise<Instance> {
  const given = { REDIS_URL: databaseUrl(), DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...environment };
  const instance = await openInstance(given, tuning);
  instances.push(instance);
  return instance;
}

const emptyAuction = { body: { ym_profile_id: 1, bids: [] } };

async function statusesOf(count: number, send: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 1) statuses.push((await send()).status);
  return statuses;
}

/** Resolves when no user's count is left in Redis. */
async function windowEnded(): Promise<void> {
  const client = connectRedis({ url: databaseUrl() });
  await client.connect();
  try {
    const isOver = async () => (await client.keys('at:throttle:*')).length === 0;
    await expect.poll(isOver, { interval: 20, timeout: 60_000 }).toBe(true);
  } finally {
    client.destroy();
  }
}

function expectExceeded({ status, headers, response }: Answer): void {
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(headers.get('x-ratelimit-code')).toBe('RATE_EXCEEDED');
  expect(response).toMatchObject({ status: 'ERROR', error_id: 'SYSTEM', error_code: 'RATE_EXCEEDED' });
}

test('the first read beyond the limit is answered with 429 and Retry-After', async () => {
  const { send } = await open({ RATE_LIMIT_READS: '5', RATE_LIMIT_WRITES: '7' });
  const first = expectOk(await send('GET', '/ym-auction-tier'));
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'x-count-read': '1',
    'x-ratelimit-read': '5',
    'x-ratelimit-write': '7',
  });
  expect(first.headers.get('x-ratelimit-count')).toBeNull();
  expect(first.response.dbg_info).toMatchObject({
    reads: 1,
    read_limit: 5,
    read_limit_seconds: 60,
    write_limit: 7,
    write_limit_seconds: 60,
  });
  // Memory's own services, a service's fields, a HEAD and a list of nothing are reads as well.
  expectOk(await send('GET', '/dma?id=501'));
  expectOk(await send('GET', '/v1/country?code=US'));
  expectOk(await send('GET', '/ym-profile/meta'));
  expect((await send('HEAD', '/profile')).status).toBe(200);

  const refused = await send('GET', '/dma');
  expectExceeded(refused);
  expect(refused.response.error).toMatch(/\b6 read\b.*\b5\b.*\b60 s.*\b\d+ s/);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'x-count-read': '6',
    'x-ratelimit-read': '5',
    'x-ratelimit-count': '6',
  });
});

test('writes are counted apart from reads', async () => {
  const { send } = await open({ RATE_LIMIT_READS: '2', RATE_LIMIT_WRITES: '3' });
  const body = { name: 'T', ym_profile_id: 1 };
  expect(await statusesOf(3, () => send('GET', '/member'))).toEqual([200, 200, 429]);
  const written = expectOk(await send('POST', '/ym-auction-tier', { body }));
  expect(written.headers.get('x-count-write')).toBe('1');
  expect(written.response.dbg_info).toMatchObject({ writes: 1, write_limit: 3, write_limit_seconds: 60 });
  expectOk(await send('PUT', `/ym-auction-tier?id=${written.response.id}`, { body: { name: 'U' } }));
  expectOk(await send('DELETE', `/ym-auction-tier?id=${written.response.id}`));
  expectExceeded(await send('POST', '/ym-auction-tier', { body }));
});

test('a refused write changes nothing', async () => {
  const { send } = await open({ RATE_LIMIT_WRITES: '1' });
  const body = { name: 'Throttled', ym_profile_id: 1 };
  expectOk(await send('POST', '/ym-auction-tier', { body }));
  expectExceeded(await send('POST', '/ym-auction-tier', { body }));
  expect(expectOk(await send('GET', '/ym-auction-tier?name=Throttled')).response.count).toBe(1);
});

test('a user is counted by itself, over both doors and with any credential', async () => {
  const { url, send, people } = await open({ RATE_LIMIT_READS: '3' });
  const { username, password, api_key } = people.seller1;
  const login = await send('POST', '/auth', { key: null, body: { username, password } });
  const key = login.response['token'] as string;
  expectOk(await send('GET', '/member'));
  expectOk(await send('GET', '/member', { key }));
  await createClient(url, api_key).member.list.query();
  expectExceeded(await send('GET', '/member', { key }));
  expectOk(await send('GET', '/member', { key: people.seller2.api_key }));
});

test('what has no user is not counted: logins, unknown credentials and health', async () => {
  const { send, people } = await open({ RATE_LIMIT_READS: '1', RATE_LIMIT_WRITES: '1' });
  const { username, password } = people.seller1;
  const login = () => send('POST', '/auth', { key: null, body: { username, password } });
  expect(await statusesOf(3, login)).toEqual([200, 200, 200]);
  expect(await statusesOf(3, () => send('GET', '/member', { key: 'atk_unknown' }))).toEqual([401, 401, 401]);
  expect(await statusesOf(3, () => send('GET', '/healthz'))).toEqual([200, 200, 200]);
  expect(await statusesOf(3, () => send('GET', '/readyz'))).toEqual([200, 200, 200]);
  expectOk(await send('GET', '/member'));
});

test('two replicas on one Redis share the count', async () => {
  const environment = { RATE_LIMIT_READS: '4' };
  const one = await open(environment);
  const other = await open(environment);
  expect(await statusesOf(2, () => one.send('GET', '/member'))).toEqual([200, 200]);
  expect(await statusesOf(3, () => other.send('GET', '/member'))).toEqual([200, 200, 429]);
  expectExceeded(await one.send('GET', '/member'));
});

test('once the window has passed requests are answered again', async () => {
  const { send } = await open({ RATE_LIMIT_READS: '1' }, { ...patient, throttleWindowS: 1 });
  const exceeded = async () => (await send('GET', '/member')).status;
  await expect.poll(exceeded, { interval: 0 }).toBe(429);
  await windowEnded();
  expectOk(await send('GET', '/member'));
});

test('a limit of 0 means no limit and no headers of one', async () => {
  const { send } = await open({ RATE_LIMIT_READS: '0', RATE_LIMIT_WRITES: '1' });
  expect(await statusesOf(20, () => send('GET', '/member'))).not.toContain(429);
  const { headers, response } = expectOk(await send('GET', '/member'));
  for (const name of ['x-count-read', 'x-ratelimit-read']) expect(headers.get(name)).toBeNull();
  expect(response.dbg_info).not.toHaveProperty('reads');
});

test('auctions are neither reads nor writes, and have no limit unless one is set', async () => {
  const { send } = await open({ RATE_LIMIT_READS: '1', RATE_LIMIT_WRITES: '1' });
  expect(await statusesOf(20, () => send('POST', '/auction', emptyAuction))).not.toContain(429);
  expectOk(await send('PUT', '/member', { body: { revenue_share_pct: 10 } }));
});

test('RATE_LIMIT_AUCTIONS limits auction calls of both doors, and nothing else', async () => {
  const { url, send, people } = await open({ RATE_LIMIT_AUCTIONS: '4' });
  const { headers } = expectOk(await send('POST', '/auction', emptyAuction));
  expect(Object.fromEntries(headers)).toMatchObject({ 'x-count-auction': '1', 'x-ratelimit-auction': '4' });
  expectOk(await send('POST', '/auction/explain', emptyAuction));
  expectOk(await send('POST', '/auction/batch', { body: { auctions: [emptyAuction.body] } }));
  const client = createClient(url, people.seller1.api_key);
  await client.auction.run.mutate(emptyAuction.body);
  expect((await failureOf(client.auction.run.mutate(emptyAuction.body))).data).toMatchObject({ httpStatus: 429 });
  expectExceeded(await send('POST', '/auction/batch', { body: { auctions: [] } }));
  expectOk(await send('GET', '/member'));
});

test('every procedure of a tRPC batch counts, and a batch that is too large is refused whole', async () => {
  const { url, send, people } = await open({ RATE_LIMIT_READS: '5' });
  const client = createClient(url, people.seller1.api_key);
  await Promise.all([client.member.list.query(), client.dma.get.query({ id: 501 }), client.tier.list.query()]);
  const refused = await Promise.all([1, 2, 3].map(() => failureOf(client.member.list.query())));
  for (const { data } of refused) {
    expect(data).toMatchObject({ httpStatus: 429, code: 'TOO_MANY_REQUESTS', error_code: 'RATE_EXCEEDED' });
  }
  expectExceeded(await send('GET', '/member'));
});

test('the error for a batch larger than the limit says that it is never allowed', async () => {
  const { url, people } = await open({ RATE_LIMIT_READS: '2' });
  const client = createClient(url, people.seller1.api_key);
  const [refused] = await Promise.all([1, 2, 3].map(() => failureOf(client.member.list.query())));
  expect(refused?.data?.httpStatus).toBe(429);
  expect(refused?.message).toMatch(/\b3\b.*\bnever\b/);
});

test('a subscription counts once, and one beyond the limit is answered with 429 and Retry-After, not with a stream', async () => {
  const { url, people } = await open({ RATE_LIMIT_READS: '2' });
  const headers = { authorization: people.seller1.api_key, accept: 'text/event-stream' };
  for (const count of ['1', '2']) {
    const over = new AbortController();
    const answer = await fetch(`${url}/trpc/changeLog.follow`, { headers, signal: over.signal });
    expect([answer.status, answer.headers.get('x-count-read')]).toEqual([200, count]);
    over.abort();
  }
  const refused = await fetch(`${url}/trpc/changeLog.follow`, { headers });
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'application/json']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const { error } = (await refused.json()) as { error: { data: object } };
  expect(error.data).toMatchObject({ error_code: 'RATE_EXCEEDED', path: 'changeLog.follow' });
});

test("tRPC's answers carry the same headers", async () => {
  const { url, people } = await open({ RATE_LIMIT_READS: '1', RATE_LIMIT_WRITES: '8' });
  const ask = () => fetch(`${url}/trpc/member.list`, { headers: { authorization: people.seller1.api_key } });
  const first = await ask();
  expect(first.status).toBe(200);
  const shown = { 'x-count-read': '1', 'x-ratelimit-read': '1', 'x-ratelimit-write': '8' };
  expect(Object.fromEntries(first.headers)).toMatchObject(shown);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'x-ratelimit-code': 'RATE_EXCEEDED',
    'x-ratelimit-count': '2',
  });
});

test('while Redis is away what needs no store goes on uncounted, and counting goes on once it is back', async () => {
  const limits = { RATE_LIMIT_READS: '3', RATE_LIMIT_WRITES: '3', RATE_LIMIT_AUCTIONS: '3' };
  const { url, send, people } = await open(limits);
  const { id: ym_profile_id } = await demoYmProfile(send);
  const auction = () => send('POST', '/auction', { body: { ym_profile_id, bids: [] } });
  expectOk(await auction());
  process.kill(redis.pid, 'SIGKILL');
  await redis.ended;

  expect(await statusesOf(5, auction)).toEqual([200, 200, 200, 200, 200]);
  expect(await statusesOf(5, () => send('GET', '/dma?id=501'))).toEqual([200, 200, 200, 200, 200]);
  await createClient(url, people.seller1.api_key).country.get.query({ id: 233 });
  const stored = await send('GET', '/member');
  const overTrpc = await fetch(`${url}/trpc/member.list`, { headers: { authorization: people.seller1.api_key } });
  for (const { headers, status } of [stored, overTrpc]) {
    expect(status).toBe(503);
    expect(headers.get('x-ratelimit-code')).toBe('SERVICE_UNAVAILABLE');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }

  redis = await startRedis({ dir: join(root, 'redis') });
  await expect.poll(async () => (await auction()).status, { timeout: 60_000 }).toBe(429);
});

test('while Redis is silent, auctions go on as well', async () => {
  const { send } = await open({ RATE_LIMIT_AUCTIONS: '3' }, {});
  expectOk(await send('POST', '/auction', emptyAuction));
  process.kill(redis.pid, 'SIGSTOP');
  try {
    expect(await statusesOf(5, () => send('POST', '/auction', emptyAuction))).toEqual([200, 200, 200, 200, 200]);
  } finally {
    process.kill(redis.pid, 'SIGCONT');
  }
});
