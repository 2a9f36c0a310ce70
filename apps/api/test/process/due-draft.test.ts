import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dateText } from '@auction-tiers/contract';
import { startRedis } from '@auction-tiers/tools/redis';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { createDraft, newYmProfile, readDraft } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend } from '../fixture/request.ts';
import { MainProcess } from './main-process.ts';

const soon = { timeout: 60_000 };

/** Levels of pino. */
const [info, warn] = [30, 40];

test('a due draft that cannot be published is tried again and again, and its cause is logged once', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'auction-tiers-due-'));
  const redis = await startRedis({ dir: join(dir, 'redis') });
  await putFirstStart(redis.url, dir);
  const service = new MainProcess({
    REDIS_URL: redis.url,
    DATA_DIR: dir,
    REQUIRE_DURABLE: '1',
    SIMULATION_WORKER: '0',
    LOG_LEVEL: 'debug',
  });
  const client = createClient({ url: redis.url });
  onTestFinished(async () => {
    client.destroy();
    await service.stop();
    await redis.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const send = createSend(await service.ready(), (await readPeople(dir)).seller1.api_key);
  await client.connect();
  const { ymProfile } = await newYmProfile(send);
  const { id } = await createDraft(send, ymProfile.id);
  expectOk(await send('POST', `/draft/publish?id=${id}`, { body: { at: dateText(Date.now() + 9000) } }));
  // The service refuses to write once it has read the setting, within 5 seconds.
  await client.configSet('appendonly', 'no');
  await expect.poll(async () => (await send('GET', '/readyz/writes', { key: null })).status, soon).toBe(503);
  await service.logged(/(?:"msg":"a due draft could not be published now[^]*){4}/);
  await client.configSet('appendonly', 'yes');
  await expect.poll(async () => (await readDraft(send, id)).state, soon).toBe('published');
  const { stderr } = await service.stop();
  const lines = stderr.split('\n').filter((line) => line !== '');
  const told = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ at, level }) => at !== undefined && Number(level) >= info);
  expect(told).toMatchObject([
    { level: warn, id, reason: expect.stringContaining('REQUIRE_DURABLE') },
    { level: info, id },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/\bat .*:\d+:\d+/);
});
