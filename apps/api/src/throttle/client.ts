import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** Counting must not hold up what it counts: a Redis that takes longer counts as away. */
const commandTimeoutMs = 250;
const connectTimeoutMs = 2000;

export type Client = Redis | Cluster;

/** Store addresses, taken apart; the store has refused any other form by the time this is read. */
const form = /^(?<scheme>[a-z+]+):\/\/(?:(?<login>[^/]*)@)?(?<hosts>[^/]+)?(?:\/(?<path>.*))?$/;

/** A client of its own, not connected yet: a stalled count never stands before the store's commands. */
export function createClient(url: string): Client {
  const { scheme = '', login, hosts = 'localhost', path = '' } = form.exec(url.trim())?.groups ?? {};
  const isSentinel = scheme.endsWith('+sentinel');
  const isTls = scheme.startsWith('rediss');
  const endpoints = hosts.split(',').map((host) => endpointOf(host, isSentinel ? 26_379 : 6379));
  const options = { ...baseOptions, ...loginOf(login), ...(isTls ? { tls: {} } : {}) };
  if (scheme.endsWith('+cluster')) {
    return new Cluster(endpoints, {
      redisOptions: options,
      lazyConnect: true,
      enableOfflineQueue: false,
      slotsRefreshTimeout: connectTimeoutMs,
      clusterRetryStrategy: retryDelayMs,
      clusterNodeRetryStrategy: retryDelayMs,
    });
  }
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '');
  if (!isSentinel) return new Redis({ ...options, ...endpoints[0], db: Number(first) });
  return new Redis({
    ...options,
    sentinels: endpoints,
    name: first || 'mymaster',
    db: Number(second),
    sentinelRetryStrategy: retryDelayMs,
    enableTLSForSentinelMode: isTls,
    ...(isTls ? { sentinelTLS: {} } : {}),
  });
}

const retryDelayMs = (attempts: number): number => Math.min(50 * attempts, 1000);

const baseOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  connectTimeout: connectTimeoutMs,
  commandTimeout: commandTimeoutMs,
  // A connection whose peer vanished without a word would otherwise delay every request for minutes.
  socketTimeout: 2 * commandTimeoutMs,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  maxLoadingRetryTime: 500,
  retryStrategy: retryDelayMs,
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

function endpointOf(text: string, defaultPort: number): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}

/** `user:password`, each percent-encoded and each optional. */
function loginOf(login: string | undefined): { username?: string; password?: string } {
  const [username, password] = /^([^:]*)(?::(.*))?$/s.exec(login ?? '')?.slice(1) ?? [];
  return {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password === undefined ? {} : { password: decodeURIComponent(password) }),
  };
}
