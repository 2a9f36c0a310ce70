import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureRedisServer } from './find-server.ts';
import type { KeeperReport, KeeperRequest } from './keeper.ts';

export type StartRedisOptions = {
  /** The data folder. It is created if it does not exist; only its owner may read it. */
  readonly dir: string;
  /** Gets a line for what takes long or is unusual. */
  readonly log?: (line: string) => void;
  /** Only this port. Default: the one that the folder's Redis had before, else any free one. */
  readonly port?: number;
  /** Default true: every acknowledged write is on the disk. False is for tests of other behaviour. */
  readonly durable?: boolean;
};

export type RunningRedis = {
  /** `redis://:PASSWORD@127.0.0.1:PORT`; the same when the folder is started again on the same port. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves when Redis has ended, stopped or by itself. */
  readonly ended: Promise<{ readonly stopped: boolean; readonly reason: string }>;
  /** Stops Redis in order, and resolves when its process has ended. May be called again. */
  stop(): Promise<void>;
};

/**
 * Starts a Redis on 127.0.0.1 and resolves when it has read its data and answers. It ends with `stop`, or when this
 * process ends, however that happens.
 *
 * @throws an Error whose message says what to do: no Redis on this machine, the folder is in use, the port is taken
 */
export async function startRedis({
  dir,
  log = () => {},
  port,
  durable = true,
}: StartRedisOptions): Promise<RunningRedis> {
  const found = ensureRedisServer(log);
  if (!found.ok) throw new Error(found.issue);
  const request: KeeperRequest = { server: found.server.file, folder: path.resolve(dir), port, durable };
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

  const { password, pid } = first;
  let stopped = false;
  // If the keeper was killed, only this process can still stop Redis.
  keeper.on('exit', (code) => code === 0 || endProcess(pid));
  return {
    url: `redis://:${password}@127.0.0.1:${first.port}`,
    port: first.port,
    pid,
    ended: ended.then(({ reason }) => ({ stopped, reason: stopped ? 'stopped' : reason })),
    async stop() {
      stopped = true;
      if (keeper.connected) keeper.disconnect();
      await ended;
    },
  };
}

/** Starts a Redis in a new temporary folder; `stop` deletes the folder too. */
export async function startTemporaryRedis(
  options: Pick<StartRedisOptions, 'durable' | 'log'> = {},
): Promise<RunningRedis & { readonly dir: string }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'auction-tiers-redis-'));
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
    // It has ended already.
  }
}
