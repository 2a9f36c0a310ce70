// `npm run admin`: the service's admin commands, on the Redis that `npm start` uses.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { ask } from '../redis/ask.ts';
import { readAddress } from '../redis/data-folder.ts';
import { startRedis } from '../redis/index.ts';

/** Time for a Redis on this machine to answer. */
const askMs = 2000;

const log = (line: string) => void process.stderr.write(`${line}\n`);

try {
  process.exitCode = await runAdmin();
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Uses REDIS_URL; else the Redis of `npm start` if it runs; else starts that Redis for the duration of the command. */
async function runAdmin(): Promise<number> {
  if (process.env['REDIS_URL']) return runCommand(process.env['REDIS_URL']);
  const dir = resolve(process.env['DATA_DIR'] || '.data', 'redis');
  const address = readAddress(dir);
  if (address !== undefined && (await ask(address, 'PING', AbortSignal.timeout(askMs)))?.includes('+PONG')) {
    return runCommand(`redis://:${address.password}@127.0.0.1:${address.port}`);
  }
  const redis = await startRedis({ dir, log });
  try {
    return await runCommand(redis.url);
  } finally {
    await redis.stop();
  }
}

async function runCommand(url: string): Promise<number> {
  const entry = join(import.meta.dirname, '../../apps/api/src/admin/main.ts');
  const args = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', entry];
  const env = { ...process.env, REDIS_URL: url };
  const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
