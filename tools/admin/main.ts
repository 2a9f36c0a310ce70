// `npm run admin`: the service's admin commands, on the Redis that `npm start` uses.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ask } from '../redis/ask.ts';
import { isInstalled, readAddress } from '../redis/data-folder.ts';
import { type RunningRedis, startRedis } from '../redis/index.ts';
import { socketUrl } from '../redis/socket.ts';
import { giveUpRoot } from '../system/root.ts';

/** Timeout of a Redis on this machine, milliseconds. */
const askMs = 2000;

/** The Redis that was started for the duration of the command. */
let started: RunningRedis | undefined;

const dataDir = process.env['DATA_DIR'] || '.data';
const entry = join(import.meta.dirname, '../../apps/api/src/admin/main.ts');
// Files of root in the data folder would be unreadable for a service that runs as another user.
if (process.env['SUDO_UID'] !== undefined && existsSync(dataDir)) {
  giveUpRoot({ env: process.env, dataDir, programs: [entry], log: say });
}
const args = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', entry];
const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// The command requests Redis once its arguments are valid: wrong usage and help need no Redis.
child.on('message', () => void tellRedis());
const [code] = (await once(child, 'exit')) as [number | null];
await started?.stop();
process.exitCode = code ?? 1;

async function tellRedis(): Promise<void> {
  try {
    child.send({ url: await findRedis() });
  } catch (error) {
    child.send({ problem: error instanceof Error ? error.message : String(error) });
  }
}

/** Returns the Redis of `npm start` if it runs; else starts it. Throws if there is no installation; creates none. */
async function findRedis(): Promise<string> {
  const dir = resolve(dataDir, 'redis');
  if (!isInstalled(dir)) {
    throw new Error(
      `DATA_DIR is ${JSON.stringify(dataDir)}, which holds no installation. Set it as for npm start, or REDIS_URL where npm start is given one.`,
    );
  }
  const address = readAddress(dir);
  // An earlier version used a port. Another program may listen there now, so only a socket is tried.
  if (address !== undefined && 'socket' in address) {
    if ((await ask(address, 'PING', AbortSignal.timeout(askMs)))?.includes('+PONG')) return socketUrl(address.socket);
  }
  started = await startRedis({ dir, log: say });
  return started.url;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
