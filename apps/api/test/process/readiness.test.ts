import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type RunningRedis, startRedis } from '@auction-tiers/tools/redis';
import { createClient } from 'redis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Instance, openInstance, readPeople } from '../fixture/instance.ts';
import { createSend } from '../fixture/request.ts';
import { storedState } from '../fixture/stored-state.ts';
import { MainProcess } from './main-process.ts';

let dir: string;
let redis: RunningRedis;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-ready-'));
  redis = await startRedis({ dir: join(dir, 'redis') });
  await putFirstStart(redis.url, dir);
});
afterEach(async () => {
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Over the same data, on the same port. */
async function bringBack(): Promise<void> {
  redis = await startRedis({ dir: join(dir, 'redis') });
}

async function killRedis(): Promise<void> {
  process.kill(redis.pid, 'SIGKILL');
  await redis.ended;
}

/** Sends one command through the second client, and gives the reply. */
async function ask(...command: string[]): Promise<unknown> {
  const client = createClient({ url: redis.url });
  await client.connect();
  const reply = await client.sendCommand(command);
  client.destroy();
  return reply;
}

async function withService(act: (service: Instance) => Promise<void>): Promise<void> {
  const service = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' });
  try {
    await act(service);
  } finally {
    await service.close();
  }
}

/** The statuses of readiness for auctions, reads, writes and all of them. */
async function statuses({ send }: Instance): Promise<readonly number[]> {
  const paths = ['/readyz/auctions', '/readyz/reads', '/readyz/writes', '/readyz'];
  return (await Promise.all(paths.map((path) => send('GET', path, { key: null })))).map(({ status }) => status);
}

const allReady = [200, 200, 200, 200];
const noWrites = [200, 200, 503, 503];
const auctionsOnly = [200, 503, 503, 503];
const soon = { timeout: 60_000 };

test('everything is ready, with the age and the revisions of the snapshot', () =>
  withService(async (service) => {
    expect(await statuses(service)).toEqual(allReady);
    const { json } = await service.send('GET', '/readyz', { key: null });
    expect(json).toMatchObject({
      status: 'ready',
      states: { auctions: { ready: true, why: [] }, reads: { ready: true, why: [] }, writes: { ready: true, why: [] } },
      snapshot_age_ms: expect.any(Number) as unknown,
    });
    expect(json['revisions']).toHaveLength(16);
  }));

test('while Redis is away auctions are ready, reads and writes are not, and the reason is told', () =>
  withService(async (service) => {
    await killRedis();
    await expect.poll(() => statuses(service), soon).toEqual(auctionsOnly);
    expect((await service.send('GET', '/readyz', { key: null })).json).toMatchObject({ status: 'degraded' });
    expect((await service.send('GET', '/readyz/writes', { key: null })).json).toMatchObject({
      status: 'unavailable',
      states: { writes: { ready: false, why: [expect.stringContaining('out of reach')] } },
      snapshot_age_ms: expect.any(Number) as unknown,
    });
    await bringBack();
    await expect.poll(() => statuses(service), soon).toEqual(allReady);
  }));

test('a Redis that hangs is away', () =>
  withService(async (service) => {
    process.kill(redis.pid, 'SIGSTOP');
    await expect.poll(() => statuses(service), soon).toEqual(auctionsOnly);
    process.kill(redis.pid, 'SIGCONT');
    await expect.poll(() => statuses(service), soon).toEqual(allReady);
  }));

/** What keeps Redis from taking writes. `spoil` brings it about, `mend` ends it. */
interface Fault {
  readonly name: string;
  readonly spoil: () => Promise<unknown>;
  readonly mend: () => Promise<unknown>;
  readonly why: RegExp;
}

/** A setting of Redis that keeps it from taking writes while it is 1. */
const bySetting = (name: string, setting: string, why: RegExp): Fault => ({
  name,
  spoil: () => ask('CONFIG', 'SET', setting, '1'),
  mend: () => ask('CONFIG', 'SET', setting, '0'),
  why,
});
const full = bySetting('full', 'maxmemory', /full/);
const withoutReplicas = bySetting('without the replicas it needs', 'min-replicas-to-write', /replicas/);
const readOnly: Fault = {
  name: 'read-only',
  spoil: () => ask('REPLICAOF', '127.0.0.1', '1'),
  mend: () => ask('REPLICAOF', 'NO', 'ONE'),
  why: /read-only/,
};
/** It cannot put its file where a folder of the same name is, and refuses writes for as long. */
const withoutDisk: Fault = {
  name: 'unable to save to its disk',
  async spoil() {
    await ask('CONFIG', 'SET', 'save', '3600 1', 'stop-writes-on-bgsave-error', 'yes');
    await rm(join(dir, 'redis', savedFile), { force: true });
    await mkdir(join(dir, 'redis', savedFile, 'full'), { recursive: true });
    await expect.poll(saved, soon).toBe('err');
  },
  async mend() {
    await rm(join(dir, 'redis', savedFile), { recursive: true });
    await expect.poll(saved, soon).toBe('ok');
  },
  why: /disk/,
};
const savedFile = 'dump.rdb';

/** Lets Redis save, unless it does, and tells how that ended the last time. */
async function saved(): Promise<string | undefined> {
  const info = String(await ask('INFO', 'persistence'));
  if (/rdb_bgsave_in_progress:0/.test(info)) await ask('BGSAVE', 'SCHEDULE');
  return /rdb_last_bgsave_status:(\w+)/.exec(info)?.[1];
}

test.for([full, readOnly, withoutReplicas, withoutDisk])(
  'while Redis is $name writes are not ready, and say so; reads and auctions are',
  ({ spoil, mend, why }) =>
    withService(async (service) => {
      const { send } = service;
      const { id: ym_profile_id } = await demoYmProfile(send);
      await spoil();
      await expect.poll(() => statuses(service), soon).toEqual(noWrites);
      expect((await send('GET', '/readyz', { key: null })).json).toMatchObject({
        status: 'degraded',
        states: { auctions: { why: [] }, reads: { why: [] }, writes: { why: [expect.stringMatching(why)] } },
      });
      const write = async () => {
        const { status, response } = await send('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id } });
        expect([status, response.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
        return response.error;
      };
      // After a refusal as read-only the client connects anew, and for a moment is not connected.
      await expect.poll(write, soon).toMatch(why);
      await runAuction(send, { ym_profile_id, bids: [bid('a', 107, 3)] });
      await mend();
      await expect.poll(() => statuses(service), soon).toEqual(allReady);
      await createTier(send, { ym_profile_id });
    }),
);

test.for([full, withoutReplicas, withoutDisk])(
  'a service that starts while Redis is $name serves auctions and reads, and says why it takes no writes',
  async ({ spoil, mend, why }) => {
    await withService((service) => demoYmProfile(service.send).then(() => undefined));
    // As after a crash of another host: nothing is remembered of the database.
    await rm(join(dir, 'installation.json'));
    await spoil();
    await withService(async (service) => {
      const { send } = service;
      expect(await statuses(service)).toEqual(noWrites);
      expect((await send('GET', '/readyz/writes', { key: null })).json).toMatchObject({
        states: { writes: { why: [expect.stringMatching(why)] } },
      });
      const { id: ym_profile_id } = await demoYmProfile(send);
      await runAuction(send, { ym_profile_id, bids: [bid('a', 107, 3)] });
      expect((await send('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id } })).status).toBe(503);
      await mend();
      await expect.poll(() => statuses(service), soon).toEqual(allReady);
      await createTier(send, { ym_profile_id });
    });
  },
);

const changesSinceStart = async () =>
  /rdb_changes_since_last_save:(\d+)/.exec(String(await ask('INFO', 'persistence')))?.[1];

test('finding out changes nothing that is stored', () =>
  withService(async ({ opened, send }) => {
    const state = async () => [await storedState(send), await changesSinceStart(), await ask('KEYS', '*')];
    const changed = async () => {
      const before = await state();
      for (let count = 0; count < 10; count += 1) expect(await opened.store.findTrouble()).toBeNull();
      return !isDeepStrictEqual(await state(), before);
    };
    // A service writes now and then by itself, such as its lease; finding out would change something each time.
    await expect.poll(changed).toBe(false);
  }));

test('an outage is logged by one line when it begins and one when it ends, however many requests fail', async () => {
  const service = new MainProcess({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'info' });
  try {
    const send = createSend(await service.ready(), (await readPeople(dir)).seller1.api_key);
    const { id: ym_profile_id } = await demoYmProfile(send);
    await killRedis();
    await service.logged(/out of reach/);
    for (let count = 0; count < 100; count += 1) {
      expect((await send('GET', '/ym-auction-tier')).status).toBe(503);
      expect((await send('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id } })).status).toBe(503);
    }
    await bringBack();
    await service.logged(/again/);
    await expect.poll(async () => (await send('GET', '/ym-auction-tier')).status, soon).toBe(200);
    expectOk(await send('GET', '/readyz', { key: null }).then(() => send('GET', '/member')));
    const { stderr } = await service.stop();
    const lines = stderr.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { level: number }]));
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([
      { trouble: 'away', msg: expect.stringContaining('out of reach') },
      { msg: expect.stringContaining('again') },
    ]);
  } finally {
    await service.stop();
  }
});
