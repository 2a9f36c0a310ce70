import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../port/store-error.ts';
import { createRedisClient } from '../redis/connection/client.ts';
import { refusedRight } from '../redis/connection/failure.ts';
import { highestCounted } from '../redis/history/newest.ts';
import { parseKey } from '../redis/layout/key.ts';
import { changeChannel, counterKey, demoKey, leaseKey, reservationKey } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';

/** Every process that works on the database publishes a heartbeat each second. */
const listenMs = 2500;
const timeouts = { connectMs: 5000, commandMs: 5000 };

/** The processes of the service that work on a database now, told by their heartbeats; null: Redis forbids to listen. */
export async function countServices(url: string): Promise<number | null> {
  const client = createRedisClient(url, timeouts);
  const names = new Set<string>();
  client.on('error', () => undefined);
  client.on('message', (_channel: string, message: string) => {
    const [first, name = ''] = message.split(' ');
    if (first === 'heartbeat') names.add(name);
  });
  try {
    await client.connect();
    await client.subscribe(changeChannel);
    await wait(listenMs);
    return names.size;
  } catch (error) {
    if (refusedRight(error) !== null) return null;
    throw new StoreUnavailable(`Redis does not say whether a service works on it (${(error as Error).message})`);
  } finally {
    client.disconnect();
  }
}

/** Keys of work that was under way, and of answers to requests that may come again, by what people call them. */
const ofPassingWork: Readonly<Record<string, readonly string[]>> = {
  leases: [leaseKey('*')],
  'records of repeated requests': ['at:{p*}:*:idempotency:*', 'at:answer:*', reservationKey('*', '*')],
  "notes of the demo's days": [demoKey()],
};

/** Removes what processes of before would go on with. Returns how many keys of each kind were there. */
export async function removePassingWork(connection: Connection): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {};
  for (const [kind, patterns] of Object.entries(ofPassingWork)) {
    removed[kind] = 0;
    for (const pattern of patterns) {
      for await (const keys of connection.scan(pattern)) {
        for (const key of keys) removed[kind] += Number(await connection.run('UNLINK', key));
      }
    }
  }
  return removed;
}

/** Ids that are left out: more than were given since the file was made and are remembered nowhere. */
export const idsLeftOut = 100_000;

/**
 * Moves every counter of ids above the highest id that the database or `remembered` has seen of its service, and
 * `idsLeftOut` beyond. Returns the counters.
 */
export async function leapCounters(
  connection: Connection,
  remembered: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, number>>> {
  const highest = new Map(Object.entries(remembered));
  const see = (service: string, id: number) => {
    if (id <= highestCounted) highest.set(service, Math.max(id, highest.get(service) ?? 0));
  };
  for await (const keys of connection.scan('at:{p*')) {
    for (const name of keys) {
      const key = parseKey(name)?.key;
      if (key?.kind === 'object') see(key.service, key.id);
    }
  }
  for await (const keys of connection.scan(counterKey('*'))) {
    for (const key of keys) see(key.slice(counterKey('').length), Number(await connection.run('GET', key)) || 0);
  }
  const counters: Record<string, number> = {};
  for (const [service, id] of highest) {
    const next = Math.min(id + idsLeftOut, highestCounted);
    await connection.run('SET', counterKey(service), next);
    counters[service] = next;
  }
  return counters;
}
