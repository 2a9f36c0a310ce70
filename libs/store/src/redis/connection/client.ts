import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import { StoreUnavailable, StoreUnusable } from '../../port/store-error.ts';
import { type Address, addressText, parseAddress } from './address.ts';
import { certificateAdvice } from './certificates.ts';

export type Client = Redis | Cluster;

export interface Timeouts {
  readonly connectMs: number;
  readonly commandMs: number;
}

/**
 * Creates a client that is not yet connected. It never queues commands while Redis is unavailable and never sends a
 * command twice: a write that is pending when the connection breaks fails, because Redis may have executed it.
 */
export function createClient(address: Address, timeouts: Timeouts): Client {
  const options = connectionOptions(address, timeouts);
  if (address.kind === 'cluster') {
    return new Cluster([...address.endpoints], {
      redisOptions: options,
      ...clusterNames(address),
      lazyConnect: true,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      maxRedirections: 4,
      slotsRefreshTimeout: timeouts.commandMs,
      clusterRetryStrategy: retryDelayMs,
      clusterNodeRetryStrategy: retryDelayMs,
    });
  }
  return new Redis({ ...options, ...serverOf(address), enableOfflineQueue: false });
}

/** With TLS, connects to a node by its name, which its certificate has: ioredis would connect to its IP address. */
export const clusterNames = ({ tls }: Address): Pick<ClusterOptions, 'dnsLookup'> =>
  tls ? { dnsLookup: (name, found) => found(null, name) } : {};

/** The options for a server outside a cluster, or for the sentinels that watch it. */
const serverOf = (address: Address) =>
  address.kind === 'sentinel'
    ? {
        sentinels: [...address.endpoints],
        name: address.primaryName,
        sentinelRetryStrategy: retryDelayMs,
        enableTLSForSentinelMode: address.tls,
        ...(address.tls ? { sentinelTLS: address.certificates } : {}),
      }
    : placeOf(address);

/** The address of a single server as options of ioredis. */
export function placeOf({ socketPath, endpoints }: Address): Pick<RedisOptions, 'path' | 'host' | 'port'> {
  if (socketPath !== undefined) return { path: socketPath };
  const [first] = endpoints;
  return { host: first?.host ?? 'localhost', port: first?.port ?? 6379 };
}

/**
 * A client of its own for the Redis at a URL, for work that may stall without delaying the store. Not connected yet.
 * Throws `StoreUnusable` for an invalid URL.
 */
export function createRedisClient(url: string, timeouts: Timeouts): Client {
  return createClient(parseAddress(url), timeouts);
}

/** A connected client. Throws `StoreUnavailable` or `StoreUnusable` with a message that says what to do. */
export async function connect(address: Address, timeouts: Timeouts): Promise<Client> {
  const client = createClient(address, timeouts);
  let lastError: Error | null = null;
  client.on('error', (error: Error) => {
    lastError = error;
  });
  client.on('node error', (error: Error) => {
    lastError = error;
  });
  try {
    await within(client.connect(), timeouts.connectMs + timeouts.commandMs);
    // ioredis selects the database as well, but stays with database 0 without an error when Redis refuses.
    if (address.database !== 0) await client.select(address.database);
    return client;
  } catch (error) {
    client.disconnect();
    throw toConnectError(lastError ?? error, address);
  }
}

function connectionOptions(address: Address, timeouts: Timeouts) {
  return {
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(address.password === undefined ? {} : { password: address.password }),
    ...(address.tls ? { tls: address.certificates } : {}),
    db: address.database,
    lazyConnect: true,
    connectTimeout: timeouts.connectMs,
    commandTimeout: timeouts.commandMs,
    // Otherwise a connection whose peer vanished without closing it would stay up for minutes.
    socketTimeout: 2 * timeouts.commandMs,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    enableAutoPipelining: true,
    maxLoadingRetryTime: 500,
    retryStrategy: retryDelayMs,
    // After a failover a connection may still lead to the former primary.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  } satisfies RedisOptions;
}

function retryDelayMs(attempts: number): number {
  return Math.min(50 * attempts, 1000);
}

function toConnectError(error: unknown, address: Address): Error {
  const where = addressText(address);
  const cause = rootOf(error);
  if (/^(NOAUTH|WRONGPASS)|invalid password|without any password/.test(cause)) {
    return new StoreUnusable(
      `Redis at ${where} does not accept the login (${cause.split(' ')[0]}); put user:password@ before the host in REDIS_URL`,
    );
  }
  if (/DB index is out of range/.test(cause)) {
    return new StoreUnusable(
      `Redis at ${where} has no database ${address.database}; end REDIS_URL in the number of one that it has (its setting "databases", usually 0 to 15)`,
    );
  }
  if (/Unknown RESP type|Protocol error/.test(cause)) {
    return new StoreUnusable(`The server at ${where} is not Redis; allowed: Redis 7.0 or newer, or Valkey`);
  }
  const advice = (address.tls ? certificateAdvice(cause) : undefined) ?? 'start it, or correct REDIS_URL';
  return new StoreUnavailable(`Cannot connect to Redis at ${where} (${cause}); ${advice}`);
}

/** The innermost message: ioredis wraps the error of a node, and a refused connection has an empty message and a code. */
function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('lastNodeError' in error && error.lastNodeError instanceof Error) return rootOf(error.lastNodeError);
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  return error.message;
}

async function within(connecting: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([connecting, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
