import { setTimeout } from 'node:timers/promises';
import type { Address, Client } from '@auction-tiers/store';
import { addressText, createRedisClient, parseAddress, StoreUnusable } from '@auction-tiers/store';
import type { ConnectionOptions } from 'bullmq';
import { Cluster } from 'ioredis';
import { exitCode, Failure, messageOf, wrongUsage } from '../cli/failure.ts';

/**
 * Begins every key, those of the queues too. In braces: Redis Cluster keeps all of them on one server, as a script that
 * touches several has to have it.
 */
export const keyPrefix = '{auction-tiers-simulator}';

/** The Redis where jobs are handed over. */
export interface JobRedis {
  /** Without user and password. */
  readonly address: string;
  /** For keys of our own. It sends nothing twice, and fails while Redis is away. */
  readonly client: Client;
  /** A connection for one queue or worker, which waits while Redis is away. */
  readonly connect: () => ConnectionOptions;
  readonly close: () => void;
}

const timeouts = { connectMs: 5000, commandMs: 30_000 };

/** Throws a `Failure` where there is no address, or nobody answers at it. */
export async function openJobRedis(url: string | undefined): Promise<JobRedis> {
  if (url === undefined) throw wrongUsage('REDIS_URL is not set: it says which Redis the workers share.');
  const address = readAddress(url);
  const client = createRedisClient(url, timeouts);
  let lastError: unknown;
  // Every command says what went wrong; without a listener the process would end.
  client.on('error', (error: Error) => (lastError = error));
  try {
    // The client selects its database too, and stays with 0 where that is refused; a cluster has no other.
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
    const cluster = new Cluster([...address.endpoints], { redisOptions: toLogin(address) });
    clusters.push(cluster);
    return cluster;
  };
  const close = () => {
    client.disconnect();
    for (const cluster of clusters) cluster.disconnect();
  };
  return { address: addressText(address), client, connect, close };
}

/** A client of a cluster would try for ever. */
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
  const [first] = endpoints;
  const where =
    kind === 'sentinel'
      ? { sentinels: [...endpoints], name: primaryName, enableTLSForSentinelMode: tls }
      : { host: first?.host ?? 'localhost', port: first?.port ?? 6379 };
  return { ...toLogin(address), ...where, db: database };
}

/** BullMQ waits for jobs without an end, so no command may give up after some attempts. */
function toLogin({ username, password, tls }: Address) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
    maxRetriesPerRequest: null,
  };
}
