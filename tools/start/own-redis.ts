import { setTimeout as wait } from 'node:timers/promises';
import type { RunningRedis } from '../redis/index.ts';
import { startRedis } from '../redis/index.ts';

/** Waits before a start: none, then longer and longer, up to this. */
const [firstWaitMs, longestWaitMs] = [500, 30_000];
/** A Redis that ran for this long counts as well again. */
const wellMs = 60_000;

export type KeepRedisOptions = {
  readonly dir: string;
  readonly log: (line: string) => void;
};

/** A Redis whose address stays the same when it is restarted. */
export type OwnRedis = { readonly url: string; stop(): Promise<void> };

/**
 * Starts a Redis and restarts it, with the same data and address, whenever it ends by itself, after longer and longer
 * waits: its disk may be full for hours, and the service decides auctions without it.
 *
 * @throws as `startRedis` does, when the first start fails
 */
export async function keepRedis({ dir, log }: KeepRedisOptions): Promise<OwnRedis> {
  const first = await startRedis({ dir, log });
  let current: RunningRedis = first;
  const stopping = new AbortController();
  const keeping = keepUp();
  return {
    url: first.url,
    async stop() {
      stopping.abort();
      await current.stop();
      await keeping;
    },
  };

  async function keepUp(): Promise<void> {
    let waitMs = 0;
    let startedMs = performance.now();
    let { reason } = await current.ended;
    while (!stopping.signal.aborted) {
      if (performance.now() - startedMs > wellMs) waitMs = 0;
      const when = waitMs === 0 ? 'starting it again' : `starting it again in ${waitMs / 1000} s; see ${dir}/redis.log`;
      log(`Redis ended unexpectedly (${reason}); ${when}.`);
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      waitMs = Math.min(Math.max(2 * waitMs, firstWaitMs), longestWaitMs);
      startedMs = performance.now();
      try {
        current = await startRedis({ dir, log, socket: first.socket });
        // `stop` was called while it started.
        if (stopping.signal.aborted) await current.stop();
        ({ reason } = await current.ended);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  }
}
