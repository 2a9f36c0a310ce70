import { type Certificates, readCertificates } from './certificates.ts';
import { StoreUnusable } from '../../port/store-error.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The address and the login of Redis. */
export interface Address {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  readonly tls: boolean;
  /** The TLS certificates; empty: the system's trusted CAs, and no client certificate. */
  readonly certificates: Certificates;
  /** Empty for a unix socket. */
  readonly endpoints: readonly Endpoint[];
  /** The path of a single server's unix socket; undefined if it listens on a port. */
  readonly socketPath: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The name under which the sentinels watch the primary. */
  readonly primaryName: string;
  readonly database: number;
}

const form =
  /^(?<scheme>rediss?(?:\+sentinel|\+cluster)?):\/\/(?:(?<login>[^/]*)@)?(?<hosts>[^/?#@]+)?(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;
const socketForm = /^unix:\/\/(?:(?<login>[^/@]*)@)?(?<path>\/[^?#]+)(?:\?db=(?<database>[^&#]*))?$/;
const allowed =
  'redis://, unix:///path/to/socket?db=0, redis+sentinel://host:port,host:port/name or redis+cluster://host:port,host:port, ' +
  'with TLS rediss://, rediss+sentinel:// or rediss+cluster://; with user:password@ before the host where needed, both percent-encoded, such as %2F for /';

/** Parses a REDIS_URL. Throws `StoreUnusable`; the message never contains the password. */
export function parseAddress(url: string): Address {
  const socket = socketForm.exec(url.trim())?.groups;
  if (socket !== undefined) return parseSocket(socket, url);
  const parts = form.exec(url.trim())?.groups;
  if (parts === undefined)
    throw new StoreUnusable(`REDIS_URL ${quoteAddress(url)} is not a Redis address; allowed: ${allowed}`);
  const scheme = parts['scheme'] ?? '';
  const kind = scheme.endsWith('+sentinel') ? 'sentinel' : scheme.endsWith('+cluster') ? 'cluster' : 'single';
  const hosts = (parts['hosts'] ?? 'localhost').split(',');
  if (kind === 'single' && hosts.length > 1) {
    throw new StoreUnusable(
      `REDIS_URL ${quoteAddress(url)} names ${hosts.length} servers; allowed for ${scheme}://: one. Several are given with redis+sentinel:// or redis+cluster://`,
    );
  }
  const path = (parts['path'] ?? '').split('/').filter((part) => part !== '');
  const primaryName = kind === 'sentinel' ? (path.shift() ?? 'mymaster') : '';
  const [username, password] = parseLogin(parts['login'], url);
  const tls = scheme.startsWith('rediss');
  return {
    kind,
    tls,
    certificates: readCertificates(parts['query'] ?? '', tls),
    endpoints: hosts.map((host) => parseEndpoint(host, kind === 'sentinel' ? 26_379 : 6379, url)),
    socketPath: undefined,
    username,
    password,
    primaryName,
    database: parseDatabase(path, kind, url),
  };
}

/** The address for messages and logs, without user and password. */
export function addressText(address: Address): string {
  if (address.socketPath !== undefined) return `unix://${address.socketPath}`;
  const hosts = address.endpoints
    .map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`)
    .join(',');
  const scheme = `${address.tls ? 'rediss' : 'redis'}${address.kind === 'single' ? '' : `+${address.kind}`}`;
  return `${scheme}://${hosts}${address.primaryName === '' ? '' : `/${address.primaryName}`}`;
}

/** node-redis uses the same form, so that one address serves both clients. */
function parseSocket(parts: Readonly<Record<string, string>>, url: string): Address {
  const [username, password] = parseLogin(parts['login'], url);
  const database = parts['database'];
  return {
    kind: 'single',
    tls: false,
    certificates: {},
    endpoints: [],
    socketPath: unescape(parts['path'] ?? '', 'path', url),
    username,
    password,
    primaryName: '',
    database: parseDatabase(database === undefined ? [] : [database], 'single', url),
  };
}

function parseEndpoint(text: string, defaultPort: number, url: string): Endpoint {
  const parts = /^(?:\[(?<six>[0-9a-fA-F:.]+)\]|(?<host>[^:[\]]+))(?::(?<port>\d+))?$/.exec(text)?.groups;
  const host = parts?.['six'] ?? parts?.['host'];
  const port = Number(parts?.['port'] ?? defaultPort);
  if (host === undefined || port < 1 || port > 65_535) {
    throw new StoreUnusable(
      `REDIS_URL ${quoteAddress(url)}: "${withoutSecret(text)}" is not a host; allowed: host or host:port, port 1 to 65535`,
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
    throw new StoreUnusable(
      `REDIS_URL ${quoteAddress(url)} ends in "/${withoutSecret(path.join('/'))}"; allowed: ${rule}`,
    );
  }
  return Number(text);
}

function parseLogin(login: string | undefined, url: string): [string | undefined, string | undefined] {
  if (login === undefined || login === '') return [undefined, undefined];
  const colon = login.indexOf(':');
  const what = 'user or password';
  const username = unescape(colon === -1 ? login : login.slice(0, colon), what, url);
  const password = colon === -1 ? undefined : unescape(login.slice(colon + 1), what, url);
  return [username === '' ? undefined : username, password];
}

function unescape(text: string, what: string, url: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StoreUnusable(
      `The ${what} in REDIS_URL ${quoteAddress(url)} has a % that does not begin an escape; allowed: %XX (write % as %25)`,
    );
  }
}

/** An address for a message, quoted, without its login and without any part that may be a misplaced password. */
export function quoteAddress(url: string): string {
  const [, scheme = '', slashes = '', rest = ''] = /^([a-z][a-z+]*:)?(\/\/)?(.*)$/s.exec(url.trim()) ?? [];
  return JSON.stringify(`${scheme}${slashes}${withoutSecret(rest)}`);
}

/** Removes what may be a password: text before an @, after a colon that starts no port, or in the query. */
function withoutSecret(text: string): string {
  return text
    .replace(/^.*@/s, '***@')
    .replaceAll(/:(?!\d{1,5}(?:[/,?]|$))[^/,?]*/g, ':***')
    .replace(/[?#](?!db=\w*$).*$/s, '?***');
}
