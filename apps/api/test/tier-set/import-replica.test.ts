import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { exportOf, importAnswer, sendFile } from './tier-set-file.ts';

let redis: Awaited<ReturnType<typeof startTemporaryRedis>>;
let dataDir: string;
let first: Instance;
let second: Instance;

beforeAll(async () => {
  redis = await startTemporaryRedis({ durable: false });
  dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-api-'));
  const environment = { REDIS_URL: redis.url, DATA_DIR: dataDir };
  await putFirstStart(redis.url, dataDir);
  first = await openInstance(environment);
  second = await openInstance(environment);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await redis.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** More changes than a replica reads at once. */
const count = 900;
const tiersNamed = (name: string) => Array.from({ length: count }, () => ({ name, buyer_members: [{ id: 101 }] }));

test('a replica goes from the old tier set to the new one at once, and its readers see the new one as soon as it is acknowledged', async () => {
  const { id } = await createYmProfile(first.send);
  importAnswer(await sendFile(first.send, id, { tiers: tiersNamed('old') }));
  expect((await exportOf(second.send, id)).tiers).toHaveLength(count);

  const seen = new Set<number>();
  const done = new AbortController();
  const watching = (async () => {
    while (!done.signal.aborted) {
      const { tiers } = second.opened.tierSets.get(id).tierSet;
      seen.add(tiers.length);
      await turn();
    }
  })();
  importAnswer(await sendFile(first.send, id, { tiers: tiersNamed('new').slice(1) }));
  const { tiers } = await exportOf(second.send, id);
  done.abort();
  await watching;
  expect(tiers.map(({ name }) => name)).toEqual(Array.from({ length: count - 1 }, () => 'new'));
  expect([...seen].filter((length) => length !== count && length !== count - 1)).toEqual([]);
  expect(second.opened.tierSets.get(id).tierSet.tiers).toHaveLength(count - 1);
});
