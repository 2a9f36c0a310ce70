import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { putFirstStart } from './first-start.ts';
import { type Environment, type Instance, openInstance } from './instance.ts';

export interface TestService extends Instance {
  readonly redisUrl: string;
  readonly dataDir: string;
}

/** The service with the demo's data, over a Redis of its own; `close` ends both and deletes their files. */
export async function startService(environment: Environment = {}): Promise<TestService> {
  const redis = await startTemporaryRedis({ durable: false });
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-api-'));
  const clean = async () => {
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await putFirstStart(redis.url, dataDir);
    const instance = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dataDir, ...environment });
    return {
      ...instance,
      redisUrl: redis.url,
      dataDir,
      async close() {
        await instance.close();
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
}
