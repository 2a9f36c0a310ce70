import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ObjectStore } from '../port/object-store.ts';
import type { FunctionLibrary } from './connection/link.ts';
import { leaseKey } from './layout/layout.ts';

/** A process that died holds its lease for at most this long. */
const leaseMs = 3000;
const renewMs = 1000;
const retryMs = 50;

/** Leases in Redis: each is held by one process at a time. */
export function createWithLease(library: FunctionLibrary): ObjectStore['withLease'] {
  return async (name, work) => {
    const [key, holder] = [leaseKey(name), randomUUID()];
    const take = async (ms: number) => Number(await library.call('lease', key, key, [holder, String(ms)])) === 1;
    while (!(await take(leaseMs))) await wait(retryMs);
    // A renewal that fails is followed by the next one; the work itself fails when Redis is away.
    const renewing = setInterval(() => void take(leaseMs).catch(() => undefined), renewMs);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await take(0);
    }
  };
}
