import { StoreUnusable } from '../../port/store-error.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Where Redis is and how to log in. */
export interface Address {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  readonly tls: boolean;
  readonly endpoints: readonly Endpoint[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The name under which the sentinels watch the primary. */
  readonly primaryName: string;
  readonly database: number;
}

const form =
  /^(?<scheme>rediss?(?:\+sentinel|\+cluster)?):\/\/(?:(?<login>[^/]*)@)?(?<hosts>[^/?#@]+)?(?:\/(?<path>[^?#]*))?$/;
const allowed =
  'redis://, rediss:// (TLS), redis+sentinel://host:port,host:port/name or redis+cluster://host:port,host:port; ' +
  'with user:password@ before the host where needed';

/** Parses a REDIS_URL. Throws `StoreUnusable`; the message never contains the password. */
export function parseAddress(url: string): Address {
  const parts = form.exec(url.trim())?.groups;
  if (parts === undefined)
    throw new StoreUnusable(`REDIS_URL ${withoutLogin(url)} is not a Redis address; allowed: ${allowed}`);
  const scheme = parts['scheme'] ?? '';
  const kind = scheme.endsWith('+sentinel') ? 'sentinel' : scheme.endsWith('+cluster') ? 'cluster' : 'single';
  const hosts = (parts['hosts'] ?? 'localhost').split(',');
  if (kind === 'single' && hosts.length > 1) {
    throw new StoreUnusable(
      `REDIS_URL ${withoutLogin(url)} names ${hosts.length} servers; allowed for ${scheme}://: one. Several are given with redis+sentinel:// or redis+cluster://`,
    );
  }
  const path = (parts['path'] ?? '').split('/').filter((part) => part !== '');
  const primaryName = kind === 'sentinel' ? (path.shift() ?? 'mymaster') : '';
  const [username, password] = parseLogin(parts['login'], url);
  return {
    kind,
    tls: scheme.startsWith('rediss'),
    endpoints: hosts.map((host) => parseEndpoint(host, kind === 'sentinel' ? 26_379 : 6379, url)),
    username,
    password,
    primaryName,
    database: parseDatabase(path, kind, url),
  };
}

/** The address for messages and logs, without user and password. */
export function addressText(address: Address): string {
  const hosts = address.endpoints
    .map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`)
    .join(',');
  const scheme = `${address.tls ? 'rediss' : 'redis'}${address.kind === 'single' ? '' : `+${address.kind}`}`;
  return `${scheme}://${hosts}${address.primaryName === '' ? '' : `/${address.primaryName}`}`;
}

function parseEndpoint(text: string, defaultPort: number, url: string): Endpoint {
  const parts = /^(?:\[(?<six>[0-9a-fA-F:.]+)\]|(?<host>[^:[\]]+))(?::(?<port>\d+))?$/.exec(text)?.groups;
  const host = parts?.['six'] ?? parts?.['host'];
  const port = Number(parts?.['port'] ?? defaultPort);
  if (host === undefined || port < 1 || port > 65_535) {
    throw new StoreUnusable(
      `REDIS_URL ${withoutLogin(url)}: "${text}" is not a host; allowed: host or host:port, port 1 to 65535`,
    );
  }
  return { host, port };
}

function parseDatabase(path: readonly string[], kind: Address['kind'], url: string): number {
  const [text, ...rest] = path;
  if (text === undefined) return 0;
  const isNumber = /^\d{1,5}$/.test(text) && rest.length === 0;
  if (!isNumber || (kind === 'cluster' && Number(text) !== 0)) {
    const rule =
      kind === 'cluster' ? 'nothing after the hosts (a cluster has database 0 only)' : 'the number of a database';
    throw new StoreUnusable(`REDIS_URL ${withoutLogin(url)} ends in "/${path.join('/')}"; allowed: ${rule}`);
  }
  return Number(text);
}

function parseLogin(login: string | undefined, url: string): [string | undefined, string | undefined] {
  if (login === undefined || login === '') return [undefined, undefined];
  const colon = login.indexOf(':');
  try {
    const username = decodeURIComponent(colon === -1 ? login : login.slice(0, colon));
    const password = colon === -1 ? undefined : decodeURIComponent(login.slice(colon + 1));
    return [username === '' ? undefined : username, password];
  } catch {
    throw new StoreUnusable(
      `The user or password in REDIS_URL ${withoutLogin(url)} has a % that does not begin an escape; allowed: %XX (write % as %25)`,
    );
  }
}

function withoutLogin(url: string): string {
  return JSON.stringify(url.replace(/\/\/.*@/, '//***@'));
}
