import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ObjectStore } from '../port/object-store.ts';
import type { FunctionLibrary } from './connection/link.ts';
import { leaseKey } from './layout/layout.ts';

/** How long the lease of a dead process lasts at most. */
const leaseMs = 3000;
const renewMs = 1000;
const retryMs = 50;

/** Leases in Redis: each is held by one process at a time. */
export function createLeases(library: FunctionLibrary): Pick<ObjectStore, 'withLease' | 'tryLease'> {
  /** Undefined: another process holds the lease. */
  async function attempt<T>(name: string, work: () => Promise<T>): Promise<{ readonly done: T } | undefined> {
    const [key, holder] = [leaseKey(name), randomUUID()];
    const take = async (ms: number) => Number(await library.call('lease', key, key, [holder, String(ms)])) === 1;
    if (!(await take(leaseMs))) return undefined;
    // A renewal that fails is followed by the next one; the work itself fails when Redis is away.
    const renewing = setInterval(() => void take(leaseMs).catch(() => undefined), renewMs);
    try {
      return { done: await work() };
    } finally {
      clearInterval(renewing);
      await take(0);
    }
  }
  return {
    async withLease(name, work) {
      for (;;) {
        const ended = await attempt(name, work);
        if (ended !== undefined) return ended.done;
        await wait(retryMs);
      }
    },
    tryLease: async (name, work) => (await attempt(name, work)) !== undefined,
  };
}
