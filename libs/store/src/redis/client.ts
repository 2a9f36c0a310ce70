import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Address } from './address.ts';

export type Client = Redis | Cluster;

export interface Timeouts {
  readonly connectMs: number;
  readonly commandMs: number;
}

/**
 * A client that is not connected yet. It never queues while Redis is away and never sends a command twice: a write that
 * was under way when the connection broke fails, for it may have been done.
 */
export function createClient(address: Address, timeouts: Timeouts): Client {
  const options = connectionOptions(address, timeouts);
  const first = address.endpoints[0];
  if (address.kind === 'cluster') {
    return new Cluster([...address.endpoints], {
      redisOptions: options,
      lazyConnect: true,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      maxRedirections: 4,
      slotsRefreshTimeout: timeouts.commandMs,
      clusterRetryStrategy: retryDelayMs,
      clusterNodeRetryStrategy: retryDelayMs,
    });
  }
  const where =
    address.kind === 'sentinel'
      ? {
          sentinels: [...address.endpoints],
          name: address.primaryName,
          sentinelRetryStrategy: retryDelayMs,
          enableTLSForSentinelMode: address.tls,
          ...(address.tls ? { sentinelTLS: {} } : {}),
        }
      : { host: first?.host ?? 'localhost', port: first?.port ?? 6379 };
  return new Redis({ ...options, ...where, enableOfflineQueue: false });
}

function connectionOptions(address: Address, timeouts: Timeouts) {
  return {
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(address.password === undefined ? {} : { password: address.password }),
    ...(address.tls ? { tls: {} } : {}),
    db: address.database,
    lazyConnect: true,
    connectTimeout: timeouts.connectMs,
    commandTimeout: timeouts.commandMs,
    // A connection whose peer vanished without a word would otherwise stay up for minutes.
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
