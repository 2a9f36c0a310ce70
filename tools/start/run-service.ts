import { join, resolve } from 'node:path';
import type { OwnRedis } from './own-redis.ts';
import { keepRedis } from './own-redis.ts';
import type { ServiceProcess } from './service-process.ts';
import { startService } from './service-process.ts';
import { watchStopSignals } from './stop-signal.ts';

export type RunServiceOptions = {
  /** The service's program, a TypeScript file. */
  readonly entry: string;
  /** What the service gets; `REDIS_URL` and `DATA_DIR` are read here too. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
};

/**
 * Runs the service, on a Redis of its own where `REDIS_URL` names none, until it ends or a signal asks for it. On a
 * signal the service goes first, so that it can answer what it has accepted, then Redis.
 *
 * @returns the service's exit code; 1 when Redis does not start, or does not stay up
 */
export async function runService({ entry, env, log }: RunServiceOptions): Promise<number> {
  let service: ServiceProcess | undefined;
  let stopping = false;
  let failed = false;
  const stop = () => {
    stopping = true;
    service?.stop();
  };
  watchStopSignals(
    (signal) => {
      log(`Stopping ...${signal === 'SIGINT' ? ' (Ctrl-C again: without waiting for requests under way)' : ''}`);
      stop();
    },
    () => service?.kill(),
  );

  let redis: OwnRedis | undefined;
  if (!env['REDIS_URL']) {
    const dir = join(env['DATA_DIR'] || '.data', 'redis');
    const fail = (reason: string) => {
      failed = true;
      log(reason);
      stop();
    };
    log(`Starting Redis, data in ${dir} (set REDIS_URL to use another).`);
    try {
      redis = await keepRedis({ dir: resolve(dir), log, onGiveUp: fail });
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
      return 1;
    }
  }
  // A signal may have come while Redis was starting.
  if (!stopping) {
    const own = redis === undefined ? {} : { REDIS_URL: redis.url, AUCTION_TIERS_OWN_REDIS: '1' };
    service = startService(entry, { ...env, ...own });
  }
  const exitCode = await (service?.exited ?? 0);
  await redis?.stop();
  return failed ? 1 : exitCode;
}
