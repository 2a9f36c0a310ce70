import type { RunningRedis } from '../redis/index.ts';
import { startRedis } from '../redis/index.ts';

const restartLimit = 5;
const restartWindowMs = 60_000;

export type KeepRedisOptions = {
  readonly dir: string;
  readonly log: (line: string) => void;
  /** Called, at most once and with a sentence, when starting Redis again is no use. */
  readonly onGiveUp: (reason: string) => void;
};

/** A Redis at an address that stays, over the restarts too. */
export type OwnRedis = { readonly url: string; stop(): Promise<void> };

/**
 * Starts a Redis and keeps it up: one that ends by itself is started again with the same data at the same address, at
 * most 5 times a minute.
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
        const often = `Redis ended ${endedMs.length} times within a minute, the last time: ${reason}`;
        return onGiveUp(`${often}. It is not started again; see ${dir}/redis.log.`);
      }
      log(`Redis ended unexpectedly (${reason}); starting it again.`);
      try {
        current = await startRedis({ dir, log, port: first.port });
        // Asked for while it was starting.
        if (stopping) await current.stop();
        ({ reason } = await current.ended);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  }
}
