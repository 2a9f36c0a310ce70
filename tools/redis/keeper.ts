// Keeps one Redis for the process that forked this one, and stops it when that process lets go or dies, however it dies:
// the operating system then closes the channel between the two. In a process group of its own, so that Ctrl-C, which the
// terminal sends to a whole group, reaches neither this nor Redis before the service has finished its requests.

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { readAddress } from './config.ts';
import { lockFolder } from './folder-lock.ts';
import { findFreePort } from './free-port.ts';
import type { KeeperReport, KeeperRequest } from './keeper-message.ts';
import type { Launched } from './launch.ts';
import { launch } from './launch.ts';
import { stopLeftover } from './leftover.ts';

const portAttempts = 10;
const request = JSON.parse(process.argv[2] ?? '') as KeeperRequest;
const letGo = new AbortController();
process.on('disconnect', () => letGo.abort());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => letGo.abort());

await keep().catch((error: unknown) =>
  leave({ kind: 'failed', issue: error instanceof Error ? error.message : String(error) }),
);

async function keep(): Promise<void> {
  mkdirSync(request.folder, { recursive: true });
  chmodSync(request.folder, 0o700);
  const lock = lockFolder(request.folder);
  if (lock === undefined) {
    const issue = `A Redis already runs in ${request.folder}. Stop the program that started it, or choose another folder.`;
    return leave({ kind: 'failed', issue });
  }
  const hadLeftover = await stopLeftover(request.folder);
  const launched = await launchOnSomePort();
  if (!launched.ok) return leave({ kind: 'failed', issue: launched.issue });

  const { redis } = launched;
  say({ kind: 'ready', ...launched.address, pid: redis.pid, hadLeftover });
  const reason = await redis.exited;
  lock.release();
  leave({ kind: 'ended', reason });
}

/** The port asked for; else the one that this folder's Redis had before, if it is free; else any. */
async function launchOnSomePort(): Promise<Launched & { address: { port: number; password: string } }> {
  const before = readAddress(request.folder);
  const password = before?.password ?? randomBytes(24).toString('hex');
  let port = request.port ?? before?.port ?? (await findFreePort());
  for (let attempt = 1; ; attempt++) {
    const address = { port, password };
    const launched = await launch(
      request.server,
      request.folder,
      { ...address, durable: request.durable },
      letGo.signal,
    );
    const taken = !launched.ok && launched.reason === 'port_taken';
    if (!taken || request.port !== undefined || attempt === portAttempts) return { ...launched, address };
    // Between finding a free port and using it, another program may have been quicker.
    port = await findFreePort();
  }
}

function say(message: KeeperReport): void {
  if (process.connected) process.send?.(message);
}

/** Says a last word where there is somebody to hear it; without the channel nothing keeps this process alive. */
function leave(message: KeeperReport): void {
  if (process.connected) process.send?.(message, () => process.disconnect?.());
}
