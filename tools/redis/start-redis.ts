import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import path from 'node:path';
import { ensureRedisServer } from './install-server.ts';
import type { KeeperReport, KeeperRequest } from './keeper-message.ts';

export type StartRedisOptions = {
  /** The data folder; made if need be, and readable by its owner only. */
  readonly dir: string;
  /** Told plain lines about what takes time or is out of the ordinary. */
  readonly log?: (line: string) => void;
  /** This port and no other. Without it: the one that the folder's Redis had before, else any free one. */
  readonly port?: number;
  /** Default true: every acknowledged write is on the disk. False is for tests that are not about that. */
  readonly durable?: boolean;
};

export type RunningRedis = {
  /** `redis://:PASSWORD@127.0.0.1:PORT`; the same again when the folder is started again on the same port. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Settles when Redis has ended, with or without being asked to. */
  readonly ended: Promise<{ readonly stopped: boolean; readonly reason: string }>;
  /** Ends Redis in order, and resolves when its process is gone. Calling it again is harmless. */
  stop(): Promise<void>;
};

/**
 * Starts a Redis of one's own on 127.0.0.1, and resolves when it has read its data and answers. It ends with `stop`, or
 * when this process ends, however that happens.
 *
 * @throws an Error whose message a person can act on: no Redis on this machine, the folder is in use, the port is taken
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
  // Should the keeper itself be killed, this process is the one that still knows of Redis.
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

function firstReport(keeper: ChildProcess): Promise<KeeperReport> {
  return new Promise((resolve) => keeper.once('message', (message) => resolve(message as KeeperReport)));
}

/** Settles when the keeper is gone, with what it last said about Redis. */
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
    // It is gone already.
  }
}
