import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisServer } from '@auction-tiers/tools/redis-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAuction } from '../fixture/auction-body.ts';
import { demoYmProfile, listTiers } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Environment, type People, readPeople } from '../fixture/instance.ts';
import { createSend, type Send } from '../fixture/request.ts';
import { MainProcess } from './main-process.ts';

let dir: string;
let redis: RedisServer;
let people: People;
const processes: MainProcess[] = [];
const soon = { timeout: 60_000 };

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-without-redis-'));
  redis = await RedisServer.start();
  await putFirstStart(redis.url, dir);
  people = await readPeople(dir);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.stop()));
  await redis.remove();
  await rm(dir, { recursive: true, force: true });
});

function start(environment: Environment = {}): MainProcess {
  const started = new MainProcess({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'info', ...environment });
  processes.push(started);
  return started;
}

/** Sends as the first seller, each request on a connection of its own, so that any worker may get it. */
function sendTo(url: string): Send {
  const send = createSend(url, people.seller1.api_key);
  return (method, path, options) => send(method, path, { ...options, headers: { connection: 'close' } });
}

/** Without the settings that it got while it ran. */
async function startAgain(): Promise<void> {
  await redis.kill();
  await redis.start();
}

test.for<[string, () => Promise<unknown>, () => Promise<unknown>, Environment, RegExp]>([
  ['is away', () => redis.kill(), () => redis.start(), {}, /Cannot connect to Redis.*REDIS_URL/],
  [
    'is a replica',
    () => redis.ask('REPLICAOF', '127.0.0.1', '1'),
    () => redis.ask('REPLICAOF', 'NO', 'ONE'),
    {},
    /read-only replica/,
  ],
  ['has another password', () => redis.ask('CONFIG', 'SET', 'requirepass', 'another'), startAgain, {}, /login/],
  [
    'may lose writes that must be durable',
    () => redis.ask('CONFIG', 'SET', 'appendonly', 'no'),
    () => redis.ask('CONFIG', 'SET', 'appendonly', 'yes'),
    { REQUIRE_DURABLE: '1' },
    /REQUIRE_DURABLE/,
  ],
])(
  'a start while Redis %s ends with status 1 and one sentence, and the next one finds everything as it was',
  async ([, spoil, mend, environment, why]) => {
    const first = start(environment);
    const tiers = await listTiers(sendTo(await first.ready()));
    await first.stop();
    await spoil();
    const { code, stdout, stderr } = await start({ LOG_LEVEL: 'error', ...environment }).ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(why);
    expect(stderr).not.toMatch(/^\s+at /m);
    await mend();
    expect(await listTiers(sendTo(await start(environment).ready()))).toEqual(tiers);
  },
);

/** The processes that serve, by the log. */
async function servingPids(service: MainProcess, count: number): Promise<number[]> {
  const log = await service.logged(new RegExp(`(?:"msg":"serving"[^]*){${count}}`));
  const lines = log.split('\n').filter((line) => line.includes('"msg":"serving"'));
  return lines.map((line) => (JSON.parse(line) as { readonly pid: number }).pid);
}

test('a worker that dies while Redis is away is tried again until Redis is back, and the others decide auctions', async () => {
  const service = start({ WORKERS: '2' });
  const send = sendTo(await service.ready());
  const { id: ym_profile_id } = await demoYmProfile(send);
  const pids = await servingPids(service, 2);
  await redis.kill();
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await service.logged(/(?:worker ended[^]*){2}/);
  for (let index = 0; index < 20; index += 1) await runAuction(send, { ym_profile_id, bids: [] });
  await redis.start();
  expect(pids).not.toContain((await servingPids(service, 3))[2]);
  await expect.poll(async () => (await send('GET', '/readyz', { key: null })).status, soon).toBe(200);
  expect(await service.stop()).toMatchObject({ code: 0 });
});
