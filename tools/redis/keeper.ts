// Runs one Redis for the process that forked this one, and stops it when that process disconnects or dies: the
// operating system then closes the channel between the two. The keeper has its own process group, so that Ctrl-C, which
// a terminal sends to a whole group, does not reach it or Redis before the service has finished its requests.

import { chmodSync, mkdirSync } from 'node:fs';
import { lockFolder, readAddress, stopLeftover } from './data-folder.ts';
import type { Launched } from './launch.ts';
import { launch } from './launch.ts';
import { claimSocketFolder, createSocketFolder, removeSocketFolder, socketInFolder } from './socket.ts';

/** The request to a keeper, as JSON in its first argument. */
export type KeeperRequest = {
  readonly server: string;
  readonly folder: string;
  /** The socket that Redis must use; undefined: any. */
  readonly socket: string | undefined;
  readonly durable: boolean;
};

/** The messages of a keeper: first `ready` or `failed`; `ended` when a Redis that was ready has ended. */
export type KeeperReport =
  | {
      readonly kind: 'ready';
      readonly socket: string;
      readonly pid: number;
      readonly hadLeftover: boolean;
    }
  | { readonly kind: 'failed'; readonly issue: string }
  | { readonly kind: 'ended'; readonly reason: string };

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
  const before = readAddress(request.folder);
  const leftover = await stopLeftover(request.folder);
  if (request.socket !== undefined) claimSocketFolder(request.socket, request.folder);
  else if (leftover !== 'other' && before !== undefined && 'socket' in before) removeSocketFolder(before.socket);
  const launched = await launchWhereItCan();
  if (!launched.ok) return leave({ kind: 'failed', issue: launched.issue });

  const { redis, socket } = launched;
  send({ kind: 'ready', socket, pid: redis.pid, hadLeftover: leftover === 'stopped' });
  const reason = await redis.exited;
  // A Redis that ended by itself is restarted at the same address.
  if (released.signal.aborted) removeSocketFolder(socket);
  lock.release();
  leave({ kind: 'ended', reason });
}

/** Uses the requested socket; else one in the data folder; else, if that fails, one in a temporary folder. */
async function launchWhereItCan(): Promise<Launched & { socket: string }> {
  const { server, folder, durable } = request;
  const launchAt = async (socket: string) => ({
    ...(await launch(server, folder, { socket, durable }, released.signal)),
    socket,
  });
  const wanted = request.socket ?? socketInFolder(folder);
  if (wanted !== undefined) {
    const launched = await launchAt(wanted);
    // Some file systems do not support sockets.
    if (launched.ok || launched.reason !== 'no_socket' || request.socket !== undefined) return launched;
  }
  const launched = await launchAt(createSocketFolder());
  if (!launched.ok) removeSocketFolder(launched.socket);
  return launched;
}

function send(message: KeeperReport): void {
  if (process.connected) process.send?.(message);
}

/** Sends the last message, if the parent is connected, and disconnects; then this process ends. */
function leave(message: KeeperReport): void {
  if (process.connected) process.send?.(message, () => process.disconnect?.());
}
