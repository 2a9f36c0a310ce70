import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningRedis, startRedis } from '@auction-tiers/tools/redis';
import { createClient } from 'redis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSealed } from '../../src/snapshot/sealed-file.ts';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, demoYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Environment, openInstance, type People, readPeople } from '../fixture/instance.ts';
import { createSend, type Send } from '../fixture/request.ts';
import { MainProcess } from './main-process.ts';

let dir: string;
let redis: RunningRedis;
let people: People;
const processes: MainProcess[] = [];
const soon = { timeout: 60_000 };

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-snapshot-'));
  redis = await startRedis({ dir: join(dir, 'redis') });
  await putFirstStart(redis.url, dir);
  people = await readPeople(dir);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.stop()));
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

async function killRedis(): Promise<void> {
  process.kill(redis.pid, 'SIGKILL');
  await redis.ended;
}

/** Over the same data, on the same port. */
async function bringBack(): Promise<void> {
  redis = await startRedis({ dir: join(dir, 'redis') });
}

function start(environment: Environment = {}): MainProcess {
  const started = new MainProcess({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'debug', ...environment });
  processes.push(started);
  return started;
}

/** Sends as the first seller, each request on a connection of its own, so that any worker may get it. */
function sendTo(url: string): Send {
  const send = createSend(url, people.seller1.api_key);
  return (method, path, options) => send(method, path, { ...options, headers: { connection: 'close' } });
}

async function statuses(send: Send): Promise<readonly number[]> {
  const paths = ['/readyz/auctions', '/readyz/reads', '/readyz/writes', '/readyz'];
  return (await Promise.all(paths.map((path) => send('GET', path, { key: null })))).map(({ status }) => status);
}

const allReady = [200, 200, 200, 200];
const auctionsOnly = [200, 503, 503, 503];

/** An auction whose answer depends on the tiers only. */
const auctionOf = (ym_profile_id: number) => ({
  ym_profile_id,
  seed: 's',
  impression: { time: '2026-11-21T08:00:00Z' },
  bids: [bid('a', 107, 3), bid('b', 112, 9), bid('c', 301, 9)],
});

test('a service that starts while Redis is away decides auctions as it did before, and catches up without a restart', async () => {
  const first = start();
  let send = sendTo(await first.ready());
  const { id: ym_profile_id } = await demoYmProfile(send);
  await createTier(send, { ym_profile_id, priority: 10, buyer_members: [{ id: 301 }] });
  const before = await runAuction(send, auctionOf(ym_profile_id));
  const tiers = await listTiers(send);
  expect((await first.stop()).code).toBe(0);
  await killRedis();

  const second = start();
  send = sendTo(await second.ready());
  expect(await runAuction(send, auctionOf(ym_profile_id))).toEqual(before);
  expectOk(await send('GET', '/dma?id=501'));
  expect(await statuses(send)).toEqual(auctionsOnly);
  const { json } = await send('GET', '/readyz', { key: null });
  expect(json['snapshot_age_ms']).toBeGreaterThan(0);
  for (const answer of [
    await send('GET', '/ym-auction-tier'),
    await send('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id } }),
    await send('POST', '/auth', { key: null, body: { username: 'demo-seller-1', password: people.seller1.password } }),
  ]) {
    expect(answer.status).toBe(503);
  }

  await bringBack();
  await expect.poll(() => statuses(send), soon).toEqual(allReady);
  expect(await listTiers(send)).toEqual(tiers);
  const tier = await createTier(send, { ym_profile_id, priority: 10, buyer_members: [{ id: 302 }] });
  expect((await runAuction(send, { ym_profile_id, bids: [bid('a', 302, 9)] })).bids[0]?.tier_id).toBe(tier.id);
  expect((await second.stop()).code).toBe(0);
});

test('a service that was killed starts from its snapshot, and sees what others have changed since once Redis is back', async () => {
  const first = start();
  await first.ready();
  await first.logged(/snapshot was written/);
  first.kill('SIGKILL');
  await first.ended;
  const snapshot = await readFile(join(dir, 'snapshot/objects'));
  const other = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' });
  const { id: ym_profile_id } = await demoYmProfile(other.send);
  const [removed] = await listTiers(other.send);
  const tier = await createTier(other.send, { ym_profile_id, priority: 10, buyer_members: [{ id: 301 }] });
  expectOk(await other.send('DELETE', `/ym-auction-tier?id=${removed?.id}`));
  const tiers = await listTiers(other.send);
  await other.close();
  // As the killed one left it.
  await writeFile(join(dir, 'snapshot/objects'), snapshot);
  await killRedis();

  const send = sendTo(await start().ready());
  const decide = async () => (await runAuction(send, auctionOf(ym_profile_id))).bids.at(-1)?.tier_id ?? null;
  expect(await decide()).toBeNull();
  await bringBack();
  await expect.poll(decide, soon).toBe(tier.id);
  await expect.poll(() => statuses(send), soon).toEqual(allReady);
  expect(await listTiers(send)).toEqual(tiers);
});

/** Sends one command to Redis. */
async function ask(command: readonly string[], password?: string): Promise<void> {
  const client = createClient({ url: redis.url, ...(password === undefined ? {} : { password }) });
  await client.connect();
  await client.sendCommand([...command]);
  client.destroy();
}

test.for<[string, () => Promise<void>, () => Promise<void>, Environment, RegExp]>([
  ['is a replica', () => ask(['REPLICAOF', '127.0.0.1', '1']), () => ask(['REPLICAOF', 'NO', 'ONE']), {}, /read-only/],
  [
    'has another password',
    () => ask(['CONFIG', 'SET', 'requirepass', 'another']),
    () => ask(['CONFIG', 'SET', 'requirepass', ''], 'another'),
    {},
    /login/,
  ],
  [
    'may lose writes that must be durable',
    () => ask(['CONFIG', 'SET', 'appendonly', 'no']),
    () => ask(['CONFIG', 'SET', 'appendonly', 'yes']),
    { REQUIRE_DURABLE: '1' },
    /REQUIRE_DURABLE/,
  ],
])(
  'a service that starts while Redis %s decides auctions from its snapshot, says why, and goes on by itself',
  async ([, spoil, mend, environment, why]) => {
    const first = start(environment);
    let send = sendTo(await first.ready());
    const { id: ym_profile_id } = await demoYmProfile(send);
    const before = await runAuction(send, auctionOf(ym_profile_id));
    await first.stop();
    await spoil();

    send = sendTo(await start(environment).ready());
    expect(await runAuction(send, auctionOf(ym_profile_id))).toEqual(before);
    expect(await statuses(send)).toEqual(auctionsOnly);
    const states = (await send('GET', '/readyz', { key: null })).json['states'];
    expect(states).toMatchObject({ reads: { why: expect.arrayContaining([expect.stringMatching(why)]) as unknown } });
    expect((await send('GET', '/ym-auction-tier')).status).toBe(503);
    await mend();
    await expect.poll(() => statuses(send), soon).toEqual(allReady);
    await createTier(send, { ym_profile_id });
  },
);

/** The processes that serve, by the log. */
async function servingPids(service: MainProcess, count: number): Promise<number[]> {
  const log = await service.logged(new RegExp(`(?:"msg":"serving"[^]*){${count}}`));
  const lines = log.split('\n').filter((line) => line.includes('"msg":"serving"'));
  return lines.map((line) => (JSON.parse(line) as { readonly pid: number }).pid);
}

test('a worker that dies while Redis is away is replaced, and no auction fails, with whatever credential', async () => {
  const service = start({ WORKERS: '2' });
  const send = sendTo(await service.ready());
  const { id: ym_profile_id } = await demoYmProfile(send);
  const pids = await servingPids(service, 2);
  await service.logged(/snapshot was written/);
  await killRedis();
  process.kill(pids[0] ?? 0, 'SIGKILL');
  expect((await servingPids(service, 3))[2]).not.toBe(pids[0]);
  const keys = [people.seller1.api_key, people.admin.api_key];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, place) =>
      place % 2 === 0
        ? send('POST', '/auction', { body: { ym_profile_id, bids: [] } })
        : send('GET', '/dma?id=501', { key: keys[1] ?? '' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await bringBack();
  await expect.poll(() => statuses(send), soon).toEqual(allReady);
  expect(await service.stop()).toMatchObject({ code: 0 });
});

test('a worker that cannot start leaves the others as they are, and is tried again', async () => {
  const service = start({ WORKERS: '2' });
  const send = sendTo(await service.ready());
  const pids = await servingPids(service, 2);
  await service.logged(/(?:snapshot was written[^]*){2}/);
  await killRedis();
  await rm(join(dir, 'snapshot'), { recursive: true });
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await service.logged(/(?:worker ended[^]*){2}/);
  expectOk(await send('GET', '/dma?id=501'));
  await bringBack();
  expect(pids).not.toContain((await servingPids(service, 3))[2]);
  expect(await service.stop()).toMatchObject({ code: 0 });
});

const objectsFile = () => join(dir, 'snapshot/objects');

test.for<[string, () => Promise<Environment>, RegExp]>([
  [
    'damaged',
    async () => {
      const bytes = await readFile(objectsFile());
      const middle = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
      await writeFile(objectsFile(), bytes);
      return {};
    },
    /damaged/,
  ],
  [
    'cut short',
    async () => {
      await truncate(objectsFile(), 500);
      return {};
    },
    /damaged/,
  ],
  ['of another Redis', async () => ({ REDIS_URL: 'redis://127.0.0.1:1' }), /127\.0\.0\.1:1\b/],
  [
    'not there',
    async () => {
      await rm(objectsFile());
      return {};
    },
    /REDIS_URL/,
  ],
])('a snapshot that is %s is not used, and the message says so', async ([, spoil, said]) => {
  const first = start();
  await first.logged(/snapshot was written/);
  await first.stop();
  await killRedis();
  const { code, stdout, stderr } = await start({ LOG_LEVEL: 'info', ...(await spoil()) }).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(said);
  expect(stderr).not.toMatch(/^\s+at /m);
  await bringBack();
  await start().ready();
});

test('the snapshot has no password, no key and no token, and only its owner may read it', async () => {
  const service = start();
  const send = sendTo(await service.ready());
  const { username, password } = people.seller1;
  const { token } = expectOk(await send('POST', '/auth', { key: null, body: { username, password } })).response;
  await service.stop();
  const texts = await Promise.all(
    ['objects', 'credentials'].map(async (name) => {
      const found = await readSealed(join(dir, 'snapshot', name));
      return `${JSON.stringify(found?.header)}\n${found?.text.toString()}`;
    }),
  );
  const secrets = [String(token), ...[people.admin, people.seller1].flatMap((one) => [one.password, one.api_key])];
  expect((await stat(objectsFile())).mode & 0o777).toBe(0o600);
  for (const text of texts) {
    expect(text.length).toBeGreaterThan(500);
    for (const secret of [...secrets, '$argon2']) expect(text).not.toContain(secret);
  }
});
