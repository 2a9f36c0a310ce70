import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dateText } from '@auction-tiers/contract';
import { type RunningRedis, startRedis } from '@auction-tiers/tools/redis';
import { mebibyte, mountSmallDisk } from '@auction-tiers/tools/small-disk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { demoYmProfile } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { type Receiver, startReceiver } from '../fixture/receiver.ts';
import { totalOf } from '../report/report-reader.ts';
import { jobNames, oldFile, timed, untimed } from './timed.ts';

const minuteMs = 60_000;
const soon = { timeout: 60_000, interval: 100 };
const disk = mountSmallDisk();
afterAll(() => disk?.remove());

/** The jobs that the tests below are about, and those that leave and send nothing. */
const elsewhere: Readonly<Record<string, string>> = {
  counts: 'below',
  recorded: 'below',
  'recorded-files': 'recorded/retention.test.ts: it asks Redis nothing',
  changes: 'removes by age, and only what is in Redis',
};

test('every job that repeats is tried on a full disk, or says why it need not be', () => {
  const tried = [...Object.keys(timed), ...Object.keys(untimed)].filter((name) => name !== 'ends of keys');
  expect([...tried, ...Object.keys(elsewhere)].toSorted()).toEqual(jobNames.toSorted());
});

describe.skipIf(disk === undefined)('while the disk of Redis is full', () => {
  const { dir = '', fill = () => {}, free = () => {} } = disk ?? {};
  const shared = join(dir, 'shared');
  let redis: RunningRedis;
  let receiver: Receiver;
  let instance: Instance;
  beforeAll(async () => {
    for (const folder of ['data', 'shared']) mkdirSync(join(dir, folder));
    redis = await startRedis({ dir: join(dir, 'redis') });
    await putFirstStart(redis.url, join(dir, 'data'));
    receiver = await startReceiver();
    const environment = { REDIS_URL: redis.url, DATA_DIR: join(dir, 'data'), RECORD_URL: pathToFileURL(shared).href };
    const settings = { ...environment, WEBHOOK_ALLOW: '127.0.0.1/32', RECORD_DAYS: '1' };
    instance = await openInstance(settings, { startsJobs: false });
  });
  afterAll(async () => {
    await instance.close();
    receiver.close();
    await redis.stop();
  });
  afterEach(() => freeIt());

  const writes = async () => (await instance.send('GET', '/readyz/writes', { key: null })).text;
  const fillIt = async () => {
    fill(40 * mebibyte);
    await expect.poll(writes, soon).toContain('its disk has 96 MiB free');
  };
  const freeIt = async () => {
    free();
    await expect.poll(writes, soon).not.toContain('its disk');
  };

  test.for(Object.entries({ ...timed, ...untimed }))(
    '%s wait, and act once there is space, once',
    async ([name, plant]) => {
      const { opened } = instance;
      const run = async () => {
        if (name === 'ends of keys') return;
        for (let twice = 0; twice < 2; twice++) await opened.jobs.run(name);
      };
      const acted = await plant(instance, dateText((await opened.store.serverTimeMs()) - minuteMs), receiver);
      await fillIt();
      await run();
      // What needs nothing stored is in force at its time.
      expect(await acted()).toBe(name === 'ends of keys' ? 1 : 0);
      await freeIt();
      await run();
      expect(await acted()).toBe(1);
    },
  );

  test('auctions go on, and are counted once there is space, each once', async () => {
    const { send, opened } = instance;
    const { id } = await demoYmProfile(send);
    const count = async () => Number((await totalOf(send, '', id)).auctions);
    const before = await count();
    await fillIt();
    for (let sent = 0; sent < 5; sent++) await runAuction(send, { ym_profile_id: id, bids: [bid('a', 101, 3)] });
    for (let twice = 0; twice < 2; twice++) await opened.liveReport.flush();
    await freeIt();
    for (let twice = 0; twice < 2; twice++) {
      await opened.liveReport.flush();
      await opened.jobs.run('counts');
    }
    await expect.poll(count, soon).toBe(before + 5);
  });

  test('recorded auctions that are too old go from the shared place, which may be on that disk', async () => {
    const file = oldFile(shared);
    await fillIt();
    await instance.opened.jobs.run('recorded');
    expect(existsSync(file)).toBe(false);
  });
});
