import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisServer } from '@auction-tiers/tools/redis-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, demoYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Answer, Row, Send } from '../fixture/request.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

let dir: string;
let redis: RedisServer;
let service: Instance;
let send: Send;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-away-'));
  redis = await RedisServer.start();
  await putFirstStart(redis.url, dir);
  service = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' });
  ({ send } = service);
});
afterEach(async () => {
  await service.close();
  await redis.remove();
  await rm(dir, { recursive: true, force: true });
});

/** Resolves when reads are answered again. */
async function recovered(): Promise<void> {
  await expect.poll(async () => (await send('GET', '/ym-auction-tier')).status, { timeout: 60_000 }).toBe(200);
}

const readiness = async () =>
  (await send('GET', '/readyz', { key: null })).json as { status: string; snapshot_age_ms: number };

function expectAway(answer: Answer): void {
  expect(answer.status).toBe(503);
  expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'SYSTEM', error_code: 'SERVICE_UNAVAILABLE' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('auctions, markets and countries go on from the last snapshot', async () => {
  const { id: ym_profile_id } = await demoYmProfile(send);
  const body = {
    ym_profile_id,
    seed: 's',
    impression: { time: '2026-11-21T08:00:00Z' },
    bids: [bid('a', 107, 3), bid('b', 112, 9)],
  };
  const before = await runAuction(send, body);
  const markets = expectOk(await send('GET', '/dma')).response['dmas'];
  await redis.kill();

  expect(await runAuction(send, body)).toEqual(before);
  expectOk(await send('POST', '/auction/explain', { body }));
  expectOk(await send('POST', '/auction/batch', { body: { auctions: [body] } }));
  const bid_request = { id: 'r', imp: [{ id: '1' }] };
  expectOk(await send('POST', `/openrtb2/auction?ym_profile_id=${ym_profile_id}`, { body: { bid_request } }));
  const client = createClient(service.url, service.people.seller1.api_key);
  expect(await client.auction.run.mutate({ ym_profile_id, bids: [] })).toMatchObject({ winner: null });

  expect(expectOk(await send('GET', '/dma')).response['dmas']).toEqual(markets);
  expectOk(await send('GET', '/dma?id=501'));
  expectOk(await send('GET', '/country?code=US'));
  expect((await client.dma.list.query()).count).toBe(210);
});

test('reads of stored objects, writes and logins answer 503 with Retry-After', async () => {
  expectOk(await send('GET', '/ym-auction-tier'));
  await redis.kill();
  for (const path of [
    '/ym-auction-tier',
    '/ym-auction-tier?id=1',
    '/ym-profile',
    '/profile',
    '/platform-member',
    '/member',
    '/change-log',
  ]) {
    expectAway(await send('GET', path));
  }
  expectAway(await send('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id: 1 } }));
  expectAway(await send('PUT', '/ym-auction-tier?id=1', { body: { name: 'T' } }));
  expectAway(await send('DELETE', '/ym-auction-tier?id=1'));
  const { username, password } = service.people.seller1;
  expectAway(await send('POST', '/auth', { key: null, body: { username, password } }));
  expectAway(await send('POST', '/auction', { key: 'atk_never_seen_before', body: { ym_profile_id: 1, bids: [] } }));
});

test('tRPC answers the same while Redis is away', async () => {
  const client = createClient(service.url, service.people.seller1.api_key);
  const { id } = await demoYmProfile(send);
  await client.tier.list.query();
  await redis.kill();
  const { username, password } = service.people.seller1;
  const calls = [
    () => client.tier.list.query(),
    () => client.tier.get.query({ id: 1 }),
    () => client.tier.create.mutate({ name: 'T', ym_profile_id: id }),
    () => client.changeLog.list.query(),
    () => client.auth.login.mutate({ username, password }),
  ];
  for (const call of calls) {
    const error = await failureOf(call());
    expect(error.data).toMatchObject({ httpStatus: 503, error_id: 'SYSTEM', error_code: 'SERVICE_UNAVAILABLE' });
    expect(error.data?.retry_after).toBeGreaterThan(0);
  }
});

test('readiness says degraded and how old the snapshot is, and ready again afterwards', async () => {
  expect(await readiness()).toMatchObject({ status: 'ready' });
  await redis.kill();
  await expect.poll(async () => (await readiness()).status, { timeout: 60_000 }).toBe('degraded');
  const { snapshot_age_ms: age } = await readiness();
  expect(age).toBeGreaterThan(0);
  await expect.poll(async () => (await readiness()).snapshot_age_ms).toBeGreaterThan(age);
  expect((await send('GET', '/healthz', { key: null })).status).toBe(200);
  await redis.start();
  await expect.poll(async () => (await readiness()).status, { timeout: 60_000 }).toBe('ready');
  await recovered();
});

test('when Redis is back everything works again, without a restart', async () => {
  const { id: ym_profile_id } = await demoYmProfile(send);
  const tiers = await listTiers(send);
  const log = expectOk(await send('GET', '/change-log')).response.count;
  await redis.kill();
  expectAway(await send('GET', '/ym-auction-tier'));
  await redis.start();
  await recovered();

  expect(await listTiers(send)).toEqual(tiers);
  const tier = await createTier(send, { ym_profile_id, priority: 10, buyer_members: [{ id: 301 }] });
  expect((await runAuction(send, { ym_profile_id, bids: [bid('a', 301, 9)] })).bids).toMatchObject([
    { outcome: 'excluded', tier_id: tier.id },
  ]);
  expect(expectOk(await send('GET', '/change-log')).response.count).toBe(log + 1);
  const { username, password } = service.people.seller2;
  expectOk(await send('POST', '/auth', { key: null, body: { username, password } }));
});

test('a change that another process made meanwhile is not missed', async () => {
  const { id: ym_profile_id } = await demoYmProfile(send);
  const body = { ym_profile_id, bids: [bid('a', 301, 9)] };
  await redis.kill();
  await redis.start();
  const other = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' });
  try {
    const tier = await createTier(other.send, { ym_profile_id, priority: 10, buyer_members: [{ id: 301 }] });
    await expect
      .poll(async () => (await runAuction(send, body)).bids[0]?.tier_id ?? null, { timeout: 60_000 })
      .toBe(tier.id);
  } finally {
    await other.close();
  }
});

test('no acknowledged write is lost when Redis is killed among many', async () => {
  const { id: ym_profile_id } = await demoYmProfile(send);
  const acknowledged: number[] = [];
  const refused: Answer[] = [];
  const writer = async () => {
    while (refused.length === 0) {
      const answer = await send('POST', '/ym-auction-tier', { body: { name: 'Durable', ym_profile_id } });
      if (answer.status === 200) acknowledged.push(answer.response.id);
      else refused.push(answer);
    }
  };
  const writers = [writer(), writer(), writer()];
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  await redis.kill();
  await Promise.all(writers);
  for (const { status, headers, response } of refused) {
    // Redis was killed with some of them in hand.
    expect([503, status]).toEqual([status, 503]);
    expect(response.error_code).toBeOneOf(['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }

  await redis.start();
  await recovered();
  const kept = new Set((await listTiers(send, '?name=Durable')).map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  const rows = expectOk(await send('GET', '/change-log?num_elements=1000')).response['change-logs'] as readonly Row[];
  const logged = rows.filter(({ service: of }) => of === 'ym-auction-tier').map(({ resource_id }) => resource_id);
  expect(new Set(logged).size).toBe(logged.length);
  expect(acknowledged.filter((id) => !logged.includes(id))).toEqual([]);
});

test('a follower of the change log, reconnecting, misses nothing', async () => {
  const key = service.people.seller1.api_key;
  const { id: ym_profile_id } = await demoYmProfile(send);
  const first = await ChangeFollower.open(service.url, key);
  await createTier(send, { name: 'seen', ym_profile_id });
  const { id } = await first.next();
  first.close();
  await createTier(send, { name: 'before', ym_profile_id });
  await redis.kill();
  await redis.start();
  await recovered();
  await createTier(send, { name: 'after', ym_profile_id });
  const second = await ChangeFollower.open(service.url, key, id);
  const names = [await second.next(), await second.next()].map(({ entry }) => (entry.after as Row)['name']);
  second.close();
  expect(names).toEqual(['before', 'after']);
});
