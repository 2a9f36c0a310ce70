import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import path from 'node:path';
import { ensureRedisServer } from './ensure-server.ts';
import type { KeeperReport, KeeperRequest } from './keeper.ts';
import { socketUrl } from './socket.ts';

export type StartRedisOptions = {
  /** The data folder. It is created if it does not exist; only its owner may read it. */
  readonly dir: string;
  /** Gets a line about slow or unusual steps. */
  readonly log?: (line: string) => void;
  /** The only socket to use, such as an ended Redis's. Default: in the folder or, if impossible, elsewhere. */
  readonly socket?: string;
  /** Default true: every acknowledged write is on the disk. False is for tests of other behaviour. */
  readonly durable?: boolean;
};

export type RunningRedis = {
  /** `unix:///path`, for its clients. Only the owner of the folder can connect. */
  readonly url: string;
  readonly socket: string;
  readonly pid: number;
  /** Resolves when Redis has ended, stopped or by itself. */
  readonly ended: Promise<{ readonly stopped: boolean; readonly reason: string }>;
  /** Shuts Redis down, and resolves when its process has ended. May be called again. */
  stop(): Promise<void>;
};

/**
 * Starts a Redis that listens on a unix socket, and on no port, and resolves when it has loaded its data and answers.
 * It ends with `stop`, or when this process ends in any way.
 *
 * @throws an Error whose message says what to do: no Redis on this machine, the folder is in use
 */
export async function startRedis({
  dir,
  log = () => {},
  socket,
  durable = true,
}: StartRedisOptions): Promise<RunningRedis> {
  const found = ensureRedisServer(log);
  if (!found.ok) throw new Error(found.issue);
  const request: KeeperRequest = { server: found.server.file, folder: path.resolve(dir), socket, durable };
  const keeper = fork(path.join(import.meta.dirname, 'keeper.ts'), [JSON.stringify(request)], {
    detached: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = whenEnded(keeper);
  const first = await Promise.race([firstReport(keeper), ended]);
  if (!('kind' in first)) throw new Error(`Redis did not start: its keeper ended (${first.reason}).`);
  if (first.kind === 'failed') {
    await ended;
    throw new Error(first.issue);
  }
  if (first.kind === 'ended') throw new Error(`Redis ended while it started: ${first.reason}.`);
  if (first.hadLeftover) log(`Stopped a Redis that was left running in ${request.folder}.`);

  const { pid } = first;
  let stopped = false;
  // If the keeper was killed, only this process can still stop Redis.
  keeper.on('exit', (code) => code === 0 || endProcess(pid));
  return {
    url: socketUrl(first.socket),
    socket: first.socket,
    pid,
    ended: ended.then(({ reason }) => ({ stopped, reason: stopped ? 'stopped' : reason })),
    async stop() {
      stopped = true;
      if (keeper.connected) keeper.disconnect();
      await ended;
    },
  };
}

function firstReport(keeper: ChildProcess): Promise<KeeperReport> {
  return new Promise((resolve) => keeper.once('message', (message) => resolve(message as KeeperReport)));
}

/** Resolves when the keeper has ended, with its last message about Redis. */
function whenEnded(keeper: ChildProcess): Promise<{ reason: string }> {
  return new Promise((resolve) => {
    let reason: string | undefined;
    keeper.on('message', (message) => {
      const report = message as KeeperReport;
      if (report.kind === 'ended') reason = report.reason;
    });
    keeper.on('error', (error) => resolve({ reason: error.message }));
    keeper.on('exit', (code, signal) => resolve({ reason: reason ?? `keeper: ${signal ?? `exit code ${code}`}` }));
  });
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // The process has already ended.
  }
}
