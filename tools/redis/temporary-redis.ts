import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningRedis, StartRedisOptions } from './start-redis.ts';
import { startRedis } from './start-redis.ts';

/** A Redis of its own in a new temporary folder; `stop` deletes the folder as well. */
export async function startTemporaryRedis(
  options: Pick<StartRedisOptions, 'durable' | 'log'> = {},
): Promise<RunningRedis & { readonly dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'auction-tiers-redis-'));
  const redis = await startRedis({ ...options, dir });
  return {
    ...redis,
    dir,
    async stop() {
      await redis.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
