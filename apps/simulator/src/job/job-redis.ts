import { setTimeout } from 'node:timers/promises';
import type { Address, Client } from '@auction-tiers/store';
import {
  addressText,
  clusterNames,
  createRedisClient,
  parseAddress,
  placeOf,
  StoreUnusable,
} from '@auction-tiers/store';
import type { ConnectionOptions } from 'bullmq';
import { Cluster } from 'ioredis';
import { exitCode, Failure, messageOf, wrongUsage } from '../cli/failure.ts';

/** Begins every key, also those of the queues. Its braces keep all keys on one server of a Redis Cluster, which scripts need. */
export const keyPrefix = '{auction-tiers-simulator}';

/** The Redis where jobs are handed over. */
export interface JobRedis {
  /** Without user and password. */
  readonly address: string;
  /** For the simulator's own keys. Does not repeat commands, and fails while Redis is away. */
  readonly client: Client;
  /** Makes a connection for one queue or worker, which waits while Redis is away. */
  readonly connect: () => ConnectionOptions;
  readonly close: () => void;
}

const timeouts = { connectMs: 5000, commandMs: 30_000 };

/** Throws a `Failure` if `url` is undefined or no address, or if no Redis answers there. */
export async function openJobRedis(url: string | undefined): Promise<JobRedis> {
  if (url === undefined) throw wrongUsage('REDIS_URL is not set; it names the Redis that the workers share.');
  const address = readAddress(url);
  const client = createRedisClient(url, timeouts);
  let lastError: unknown;
  // Commands report their errors; without a listener the error event would end the process.
  client.on('error', (error: Error) => (lastError = error));
  try {
    // If selecting the database is refused, the client silently stays with database 0. A cluster has only 0.
    const ask = () => (address.database === 0 ? client.ping() : client.select(address.database));
    await within(client.connect().then(ask));
  } catch (error) {
    client.disconnect();
    const reason = messageOf(lastError ?? error);
    throw new Failure(exitCode.found, `Redis at ${addressText(address)} cannot be reached: ${reason}.`, error);
  }
  const clusters: Cluster[] = [];
  const connect = () => {
    if (address.kind !== 'cluster') return toOptions(address);
    const cluster = new Cluster([...address.endpoints], { redisOptions: toLogin(address), ...clusterNames(address) });
    clusters.push(cluster);
    return cluster;
  };
  const close = () => {
    client.disconnect();
    for (const cluster of clusters) cluster.disconnect();
  };
  return { address: addressText(address), client, connect, close };
}

/** Limits the time, because the client of a cluster tries forever. */
async function within(connecting: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  const limitMs = 2 * timeouts.connectMs;
  const tooLate = async () => {
    await setTimeout(limitMs, undefined, { signal: timeout.signal });
    throw new Error(`no answer within ${limitMs / 1000} s`);
  };
  try {
    await Promise.race([connecting, tooLate()]);
  } finally {
    timeout.abort();
  }
}

function readAddress(url: string): Address {
  try {
    return parseAddress(url);
  } catch (error) {
    throw error instanceof StoreUnusable ? wrongUsage(`${error.message}.`, error) : error;
  }
}

function toOptions(address: Address): ConnectionOptions {
  const { kind, endpoints, primaryName, database, tls } = address;
  const where =
    kind === 'sentinel'
      ? {
          sentinels: [...endpoints],
          name: primaryName,
          enableTLSForSentinelMode: tls,
          sentinelTLS: address.certificates,
        }
      : placeOf(address);
  return { ...toLogin(address), ...where, db: database };
}

/** Without a limit of retries, because BullMQ waits for jobs indefinitely and its commands must not fail meanwhile. */
function toLogin({ username, password, tls, certificates }: Address) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: certificates } : {}),
    maxRetriesPerRequest: null,
  };
}
