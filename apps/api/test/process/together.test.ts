import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { expect, onTestFinished, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend } from '../fixture/request.ts';
import { MainProcess } from './main-process.ts';

test.for(['a data folder each', 'one data folder'] as const)(
  'three replicas that start at once on an empty database, with %s, all come up, and one of them sets it up',
  async (kind) => {
    const redis = await startTemporaryRedis({ durable: false });
    onTestFinished(() => redis.stop());
    const root = await mkdtemp(join(tmpdir(), 'auction-tiers-together-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const dirs = ['a', 'b', 'c'].map((name) => join(root, kind === 'one data folder' ? 'a' : name));
    const processes = dirs.map(
      (DATA_DIR) => new MainProcess({ REDIS_URL: redis.url, DATA_DIR, SIMULATION_WORKER: '0' }),
    );
    onTestFinished(async () => void (await Promise.all(processes.map((one) => one.stop()))));
    const urls = await Promise.all(processes.map((one) => one.ready()));

    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('credentials.json'));
    expect(files).toHaveLength(1);
    const { admin, seller1, seller2 } = await readPeople(join(root, files[0] ?? '', '..'));
    for (const url of urls) {
      for (const { api_key: key } of [admin, seller1, seller2]) {
        expect(expectOk(await createSend(url, key)('GET', '/platform-member')).response.count).toBe(20);
      }
      expect(expectOk(await createSend(url, seller1.api_key)('GET', '/ym-auction-tier')).response.count).toBe(12);
      expect(expectOk(await createSend(url, admin.api_key)('GET', '/user')).response.count).toBe(3);
    }
  },
);
