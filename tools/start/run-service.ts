import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ensureRedisServer } from '../redis/index.ts';
import { giveUpRoot } from '../system/root.ts';
import type { OwnRedis } from './own-redis.ts';
import { keepRedis } from './own-redis.ts';
import type { ServiceProcess } from './service-process.ts';
import { startService } from './service-process.ts';

/** npm repeats a Ctrl-C that the terminal has already sent to all processes. A user takes longer for a second one. */
const echoMs = 1000;

export type RunServiceOptions = {
  /** The service's program, a TypeScript file. */
  readonly entry: string;
  /** The service's environment; `REDIS_URL` and `DATA_DIR` are read here too. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs while Redis starts, and completes before the service starts. Never rejects; ends early when aborted. */
  readonly prepare?: (signal: AbortSignal) => Promise<void>;
  readonly log: (line: string) => void;
};

/**
 * Runs the service until it ends or a signal stops it. Without `REDIS_URL` it starts a Redis too. On a signal the service
 * stops first, so that it can answer the requests that it accepted, then Redis.
 *
 * @returns the service's exit code; 2 when there can be no `DATA_DIR`, 1 when Redis does not start at first
 */
export async function runService({ entry, env, prepare, log }: RunServiceOptions): Promise<number> {
  let service: ServiceProcess | undefined;
  let stopping = false;
  const ending = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    stopping = true;
    ending.abort();
    // A user at a terminal, or who has closed it, does not want to wait for load balancers.
    service?.stop(signal === 'SIGTERM' ? signal : 'SIGINT');
  };
  watchStopSignals(
    (signal) => {
      log(`Stopping ...${signal === 'SIGINT' ? ' (Ctrl-C again stops without waiting for requests under way)' : ''}`);
      stop(signal);
    },
    () => service?.kill(),
  );

  let redis: OwnRedis | undefined;
  const dataDir = env['DATA_DIR'] || '.data';
  // Before root is given up, because only root may install one.
  const found = env['REDIS_URL'] ? undefined : ensureRedisServer(log);
  if (found?.ok === false) {
    log(found.issue);
    return 1;
  }
  const problem = dataDirProblem(dataDir);
  if (problem !== undefined) {
    log(problem);
    return 2;
  }
  giveUpRoot({ env, dataDir, programs: [entry], log });
  const prepared = prepare?.(ending.signal);
  if (!env['REDIS_URL']) {
    const dir = join(dataDir, 'redis');
    log(`Starting Redis, data in ${dir} (set REDIS_URL to use another Redis).`);
    try {
      redis = await keepRedis({ dir: resolve(dir), log });
    } catch (error) {
      // Ctrl-C may also end the start of Redis, which is not a failure.
      const isFailure = !stopping;
      if (isFailure) log(error instanceof Error ? error.message : String(error));
      ending.abort();
      await prepared;
      return isFailure ? 1 : 0;
    }
  }
  await prepared;
  // A signal may have arrived meanwhile.
  if (!stopping) {
    const own = redis === undefined ? {} : { REDIS_URL: redis.url, AUCTION_TIERS_OWN_REDIS: '1' };
    service = startService(entry, { ...env, ...own });
  }
  const exitCode = await (service?.exited ?? 0);
  await redis?.stop();
  return exitCode;
}

/**
 * Handles the signals that ask for a stop: Ctrl-C, SIGTERM, SIGHUP.
 *
 * @param onStop called once, at the first signal
 * @param onForce called at a later Ctrl-C, unless it is npm's repetition of the first one
 */
function watchStopSignals(onStop: (signal: NodeJS.Signals) => void, onForce: () => void): void {
  let stoppedMs: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    const nowMs = performance.now();
    if (stoppedMs === undefined) {
      stoppedMs = nowMs;
      onStop(signal);
    } else if (signal === 'SIGINT' && nowMs - stoppedMs > echoMs) {
      onForce();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}

/** Makes the folder one step after the other: in `/proc` Node tries without end to make them all at once. */
function dataDirProblem(given: string): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(given); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  try {
    for (const folder of missing) mkdirSync(folder);
    accessSync(given, constants.W_OK);
    return statSync(given).isDirectory() ? undefined : `DATA_DIR is ${JSON.stringify(given)}, allowed: a folder.`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `DATA_DIR is ${JSON.stringify(given)}, allowed: a folder that can be written to (${why}).`;
  }
}
