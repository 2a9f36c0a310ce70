import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningRedis, startRedis } from '@auction-tiers/tools/redis';
import { createClient } from 'redis';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runAdminHere } from '../fixture/admin.ts';
import { createTier, demoYmProfile, listTiers } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Environment, type Instance, openInstance } from '../fixture/instance.ts';
import type { Send } from '../fixture/request.ts';
import { MainProcess } from './main-process.ts';

const soon = { timeout: 60_000 };

let dir: string;
let redis: RunningRedis;
let environment: Environment;

// What a test starts ends first: functions for the end of a test run in reverse order.
beforeEach(async (context) => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-evicts-'));
  redis = await startRedis({ dir: join(dir, 'redis') });
  environment = { REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' };
  context.onTestFinished(async () => {
    await redis.stop();
    await rm(dir, { recursive: true, force: true });
  });
});

async function ask(...command: string[]): Promise<string> {
  const client = createClient({ url: redis.url });
  await client.connect();
  const reply: string | number = await client.sendCommand(command);
  client.destroy();
  return String(reply);
}

const setPolicy = (policy: string) => ask('CONFIG', 'SET', 'maxmemory-policy', policy);

async function open(): Promise<Instance> {
  const service = await openInstance(environment);
  onTestFinished(() => service.close());
  return service;
}

async function admin(command: string) {
  const { code, stdout, stderr } = await runAdminHere([command], environment);
  return { code, said: stdout + stderr };
}

const paths = ['/readyz/auctions', '/readyz/reads', '/readyz/writes', '/readyz'];
const statuses = async (send: Send) =>
  (await Promise.all(paths.map((path) => send('GET', path, { key: null })))).map(({ status }) => status);

test('where writes must be durable, a start on a Redis that evicts fails, and says what is to be set', async () => {
  await setPolicy('allkeys-lru');
  const started = new MainProcess({ ...environment, REQUIRE_DURABLE: '1' });
  const { code, stdout, stderr } = await started.ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/REQUIRE_DURABLE.*maxmemory-policy allkeys-lru.*CONFIG SET maxmemory-policy noeviction/);
  expect(await ask('DBSIZE')).toBe('0');
});

test('elsewhere a start warns, and readiness, log and metric say so until the policy is mended', async () => {
  await putFirstStart(redis.url, dir);
  await setPolicy('allkeys-lru');
  const service = new MainProcess({ ...environment, LOG_LEVEL: 'info' });
  onTestFinished(async () => void (await service.stop()));
  const url = await service.ready();
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  await service.logged(/maxmemory-policy allkeys-lru/);
  for (const path of ['/readyz/writes', '/readyz']) {
    const { status, text } = await read(path);
    expect([path, status]).toEqual([path, 503]);
    expect(text).toContain('maxmemory-policy allkeys-lru');
  }
  for (const path of ['/readyz/auctions', '/readyz/reads']) expect((await read(path)).status).toBe(200);
  const scrape = async () => (await fetch(await service.metricsUrl())).text();
  await expect.poll(scrape).toMatch(/^auction_tiers_redis_evicts 1$/m);
  for (const [policy, status] of [
    ['noeviction', 200],
    ['volatile-lru', 503],
    ['noeviction', 200],
  ] as const) {
    await setPolicy(policy);
    await expect.poll(async () => (await read('/readyz/writes')).status, soon).toBe(status);
  }
  await expect.poll(scrape, soon).toMatch(/^auction_tiers_redis_evicts 0$/m);
  const { stderr } = await service.stop();
  const lines = stderr.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { msg: string }]));
  const [begin, end] = [/^Redis deletes keys when its memory is full:/, /^Redis keeps all keys again/];
  for (const text of [begin, end]) expect(lines.filter(({ msg }) => text.test(msg))).toHaveLength(2);
});

test('what Redis has evicted is named by verify, and brought back by its own file', async () => {
  await putFirstStart(redis.url, dir);
  const first = await openInstance(environment);
  const { id: ym_profile_id } = await demoYmProfile(first.send);
  const description = 'd'.repeat(1000);
  for (let count = 0; count < 300; count += 1) await createTier(first.send, { ym_profile_id, description });
  const tiers = await listTiers(first.send);
  await first.close();
  await cp(join(dir, 'redis', 'appendonlydir'), join(dir, 'kept'), { recursive: true });

  await setPolicy('allkeys-lru');
  const used = Number(/used_memory:(\d+)/.exec(await ask('INFO', 'memory'))?.[1]);
  await ask('CONFIG', 'SET', 'maxmemory', String(used - 300_000));
  await expect.poll(async () => Number(/evicted_keys:(\d+)/.exec(await ask('INFO', 'stats'))?.[1]), soon).not.toBe(0);
  await setPolicy('noeviction');
  await ask('CONFIG', 'SET', 'maxmemory', '0');
  const verified = await admin('verify');
  expect(verified.code).toBe(1);
  expect(verified.said).toMatch(/at:\S+/);
  const inspected = await admin('inspect');
  expect(inspected.code).toBe(0);
  expect(inspected.said).not.toContain('never used');

  process.kill(redis.pid, 'SIGKILL');
  await redis.ended;
  await rm(join(dir, 'redis', 'appendonlydir'), { recursive: true });
  await rename(join(dir, 'kept'), join(dir, 'redis', 'appendonlydir'));
  redis = await startRedis({ dir: join(dir, 'redis') });
  expect(await admin('verify')).toMatchObject({ code: 0, said: expect.stringContaining('no difference') as string });
  const second = await open();
  expect(await statuses(second.send)).toEqual([200, 200, 200, 200]);
  expect(await listTiers(second.send)).toEqual(tiers);
});

test('a database that has lost at:meta is restored: a start makes nothing of it, on a host that does not know it either, and no command takes it', async () => {
  await putFirstStart(redis.url, dir);
  expect(await ask('DEL', 'at:meta')).toBe('1');
  const before = await ask('DBSIZE');
  const started = new MainProcess({ ...environment, DATA_DIR: join(dir, 'other') });
  const { code, stderr } = await started.ended;
  expect(code).toBe(1);
  const advice = /it lacks at:meta.*restored from a backup; it cannot be adopted/;
  expect(stderr).toMatch(advice);
  expect(await admin('verify')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/has lost at:meta; put a backup of Redis back/) as string,
  });
  expect(await admin('adopt')).toMatchObject({ code: 1, said: expect.stringMatching(advice) as string });
  const kept = await open();
  const { text } = await kept.send('GET', '/readyz', { key: null });
  expect(text).toMatch(advice);
  for (const said of [stderr, text]) expect(said).not.toContain('admin -- adopt');
  expect(await ask('DBSIZE')).toBe(before);
});
