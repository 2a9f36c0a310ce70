import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask } from './ask.ts';
import { type RunningRedis, type StartRedisOptions, startRedis } from './start-redis.ts';

const portAttempts = 10;
const answerMs = 10_000;

/** A Redis for tests and benchmarks. */
export type TemporaryRedis = RunningRedis & {
  /** `redis://:PASSWORD@127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly dir: string;
};

/**
 * Starts a Redis in a new temporary folder; `stop` also deletes the folder. It listens on a port besides its socket:
 * tests of network faults need one, and most installations use one.
 */
export async function startTemporaryRedis(
  options: Pick<StartRedisOptions, 'durable' | 'log'> = {},
): Promise<TemporaryRedis> {
  const dir = await mkdtemp(path.join(tmpdir(), 'auction-tiers-redis-'));
  const redis = await startRedis({ ...options, dir });
  const stop = async () => {
    await redis.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const password = randomBytes(24).toString('hex');
    await configure(redis, `requirepass ${password}`);
    const port = await listen(redis, password);
    return { ...redis, url: `redis://:${password}@127.0.0.1:${port}`, port, dir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Another program may take a port after it was found free and before Redis listens on it. */
async function listen({ socket }: RunningRedis, password: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    try {
      await configure({ socket }, `bind 127.0.0.1 port ${port}`, `AUTH ${password}\r\n`);
      return port;
    } catch (error) {
      if (attempt === portAttempts) throw error;
    }
  }
}

async function configure({ socket }: Pick<RunningRedis, 'socket'>, setting: string, login = ''): Promise<void> {
  const said = await ask({ socket }, `${login}CONFIG SET ${setting}`, AbortSignal.timeout(answerMs));
  if (said === undefined || said.includes('-ERR')) {
    throw new Error(`Redis refused CONFIG SET ${setting.split(' ')[0]}: ${said ?? 'no answer'}`);
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
