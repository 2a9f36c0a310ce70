// Runs one Redis for the process that forked this one, and stops it when that process disconnects or dies: the operating
// system then closes the channel between the two. It has a process group of its own, so that Ctrl-C, which the terminal
// sends to a whole group, does not reach this process or Redis before the service has finished its requests.

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { findFreePort } from './ask.ts';
import { lockFolder, readAddress, stopLeftover } from './data-folder.ts';
import type { Launched } from './launch.ts';
import { launch } from './launch.ts';

/** The request to a keeper, as JSON in its first argument. */
export type KeeperRequest = {
  readonly server: string;
  readonly folder: string;
  readonly port: number | undefined;
  readonly durable: boolean;
};

/** The messages of a keeper: `ready` or `failed` first, `ended` when a Redis that was ready has ended. */
export type KeeperReport =
  | {
      readonly kind: 'ready';
      readonly port: number;
      readonly password: string;
      readonly pid: number;
      readonly hadLeftover: boolean;
    }
  | { readonly kind: 'failed'; readonly issue: string }
  | { readonly kind: 'ended'; readonly reason: string };

const portAttempts = 10;
const request = JSON.parse(process.argv[2] ?? '') as KeeperRequest;
const released = new AbortController();
process.on('disconnect', () => released.abort());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => released.abort());

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
  send({ kind: 'ready', ...launched.address, pid: redis.pid, hadLeftover });
  const reason = await redis.exited;
  lock.release();
  leave({ kind: 'ended', reason });
}

/** Uses the requested port; else the one that this folder's Redis had before, if it is free; else any free one. */
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
      released.signal,
    );
    const taken = !launched.ok && launched.reason === 'port_taken';
    if (!taken || request.port !== undefined || attempt === portAttempts) return { ...launched, address };
    // Another program may have taken the port since it was found free.
    port = await findFreePort();
  }
}

function send(message: KeeperReport): void {
  if (process.connected) process.send?.(message);
}

/** Sends the last message, if the parent is connected, and disconnects; then this process ends. */
function leave(message: KeeperReport): void {
  if (process.connected) process.send?.(message, () => process.disconnect?.());
}
