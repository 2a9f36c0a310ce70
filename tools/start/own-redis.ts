import type { RunningRedis } from '../redis/index.ts';
import { startRedis } from '../redis/index.ts';

const restartLimit = 5;
const restartWindowMs = 60_000;

export type KeepRedisOptions = {
  readonly dir: string;
  readonly log: (line: string) => void;
  /** Called at most once, with the reason, when Redis is not started again. */
  readonly onGiveUp: (reason: string) => void;
};

/** A Redis whose address stays the same when it is restarted. */
export type OwnRedis = { readonly url: string; stop(): Promise<void> };

/**
 * Starts a Redis and restarts it, with the same data and address, when it ends by itself: at most 5 times per minute.
 *
 * @throws as `startRedis` does, when the first start fails
 */
export async function keepRedis({ dir, log, onGiveUp }: KeepRedisOptions): Promise<OwnRedis> {
  const first = await startRedis({ dir, log });
  let current: RunningRedis = first;
  let stopping = false;
  const keeping = keepUp();
  return {
    url: first.url,
    async stop() {
      stopping = true;
      await current.stop();
      await keeping;
    },
  };

  async function keepUp(): Promise<void> {
    let endedMs: number[] = [];
    let { reason } = await current.ended;
    for (;;) {
      if (stopping) return;
      const nowMs = performance.now();
      endedMs = [...endedMs.filter((timeMs) => timeMs > nowMs - restartWindowMs), nowMs];
      if (endedMs.length > restartLimit) {
        const often = `Redis ended ${endedMs.length} times within a minute, most recently: ${reason}`;
        return onGiveUp(`${often}. It is not started again; see ${dir}/redis.log.`);
      }
      log(`Redis ended unexpectedly (${reason}); starting it again.`);
      try {
        current = await startRedis({ dir, log, socket: first.socket });
        // `stop` was called while it started.
        if (stopping) await current.stop();
        ({ reason } = await current.ended);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  }
}
