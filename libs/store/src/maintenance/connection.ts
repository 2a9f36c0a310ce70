import { createClient, createCluster, createSentinel, RESP_TYPES } from 'redis';
import { StoreUnavailable, StoreUnusable } from '../port/store-error.ts';
import { type Address, addressText, parseAddress } from '../redis/connection/address.ts';
import { certificateAdvice } from '../redis/connection/certificates.ts';

/** A command and its arguments. */
type Command = readonly [name: string, ...args: (string | number | Buffer)[]];

export type Run = (...command: Command) => Promise<unknown>;

/** One server that takes writes. */
interface Primary {
  readonly run: Run;
  /** Host and port, where they are known. */
  readonly name: string;
}

/**
 * A connection to the database through node-redis, a second client: reads and writes here share no code with the
 * service's own client. Replies have the types of RESP 2. Commands of one event-loop turn are sent together.
 */
export interface Connection {
  /** The address, without user and password. */
  readonly where: string;
  readonly kind: Address['kind'];
  /** Sends a command whose second word is its only key. Rejects with `StoreUnavailable` if Redis does not answer. */
  readonly run: Run;
  /** Like `run`, for a script or another command whose key is not its second word. */
  readonly runOn: (key: string, ...command: Command) => Promise<unknown>;
  /** The texts of keys of one partition as bytes, all read at one moment; null for a key that holds no text. */
  readonly readBytes: (keys: readonly string[]) => Promise<(Buffer | null)[]>;
  readonly primaries: () => Promise<readonly Primary[]>;
  /**
   * All keys that match a pattern, in portions. A key that exists throughout is included; one that is added or removed
   * meanwhile may be. No command asks the server for more than a thousand keys.
   */
  readonly scan: (pattern: string) => AsyncIterable<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Keys that one SCAN visits: a fraction of a millisecond. */
const scannedAtOnce = 1000;

const connectTimeoutMs = 5000;
/** A Redis that sends nothing for this long has hung, because pings make it reply every few seconds. */
const silenceMs = 20_000;
const pingMs = 5000;

/** Returns texts of a reply as bytes. */
const asBytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };

type Send = (key: string | undefined, command: (string | Buffer)[], options?: typeof asBytes) => Promise<unknown>;

interface Client {
  readonly connect: () => Promise<unknown>;
  readonly send: Send;
  readonly primaries: () => Promise<readonly { readonly name: string; readonly send: Send }[]>;
  readonly close: () => Promise<void>;
}

/** Opens the connection. Throws `StoreUnusable` for a wrong address, `StoreUnavailable` where Redis cannot be reached. */
export async function openConnection(url: string): Promise<Connection> {
  const address = parseAddress(url);
  const where = addressText(address);
  const client = createFor(address);
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    const message = reasonOf(error);
    if (/^(NOAUTH|WRONGPASS)/.test(message)) {
      throw new StoreUnusable(
        `Redis at ${where} does not accept the login; put user:password@ before the host in REDIS_URL`,
      );
    }
    const advice = (address.tls ? certificateAdvice(message) : undefined) ?? 'start it, or correct REDIS_URL';
    throw new StoreUnavailable(`Cannot connect to Redis at ${where} (${message}); ${advice}`);
  }
  const through =
    (send: Send) =>
    async (key: string | undefined, command: Command, options?: typeof asBytes): Promise<unknown> => {
      try {
        const args = command.map((one) => (Buffer.isBuffer(one) ? one : String(one)));
        return await send(key, args, options);
      } catch (error) {
        throw toError(error, where, command[0]);
      }
    };
  const send = through(client.send);
  const primaries = async (): Promise<Primary[]> =>
    (await client.primaries()).map((primary) => {
      const sendTo = through(primary.send);
      return { name: primary.name, run: (...command) => sendTo(undefined, command) };
    });
  return {
    where,
    kind: address.kind,
    run: (...command) => send(String(command[1]), command),
    runOn: (key, ...command) => send(key, command),
    readBytes: async (keys) =>
      keys.length === 0
        ? []
        : ((await send(
            keys[0],
            ['EVAL_RO', "return redis.call('MGET', unpack(KEYS))", keys.length, ...keys],
            asBytes,
          )) as (Buffer | null)[]),
    primaries,
    async *scan(pattern) {
      for (const { run } of await primaries()) {
        let cursor = '0';
        do {
          const reply = await run('SCAN', cursor, 'MATCH', pattern, 'COUNT', scannedAtOnce);
          const [next, keys] = reply as [string, string[]];
          if (keys.length > 0) yield keys;
          cursor = next;
        } while (cursor !== '0');
      }
    },
    close: client.close,
  };
}

function createFor(address: Address): Client {
  const { kind, endpoints, socketPath: path, primaryName: name, username, password, database } = address;
  const tls = address.tls ? { tls: true as const, ...address.certificates } : {};
  const login = { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) };
  // A look at the database that continued on another server after a failover would mix two histories.
  const timing = { connectTimeout: connectTimeoutMs, socketTimeout: silenceMs, reconnectStrategy: false as const };
  const [{ host, port } = { host: 'localhost', port: 6379 }] = endpoints;
  if (kind === 'cluster') {
    const socket = { ...timing, ...tls };
    const cluster = createCluster({
      RESP: 2,
      rootNodes: endpoints.map((endpoint) => ({ socket: { ...socket, ...endpoint } })),
      defaults: { ...login, socket, pingInterval: pingMs },
    });
    cluster.on('error', ignoreError);
    return {
      connect: () => cluster.connect(),
      send: (key, command, options) => cluster.sendCommand(key, false, command, options),
      primaries: async () =>
        Promise.all(
          cluster.masters.map(async (node) => {
            const client = await cluster.nodeClient(node);
            return {
              name: node.address,
              send: (_key: string | undefined, command: (string | Buffer)[]) => client.sendCommand(command),
            };
          }),
        ),
      close: async () => cluster.destroy(),
    };
  }
  if (kind === 'sentinel') {
    const socket = { ...timing, ...tls };
    const sentinel = createSentinel({
      name,
      RESP: 2,
      sentinelRootNodes: [...endpoints],
      nodeClientOptions: { ...login, database, socket, pingInterval: pingMs },
      sentinelClientOptions: { socket },
      maxCommandRediscovers: 1,
    });
    sentinel.on('error', ignoreError);
    const send: Send = (_key, command, options) => sentinel.sendCommand(false, command, options);
    return {
      connect: () => sentinel.connect(),
      send,
      primaries: () => Promise.resolve([{ name, send }]),
      close: () => sentinel.destroy(),
    };
  }
  const single = createClient({
    ...login,
    RESP: 2,
    database,
    socket: path === undefined ? { ...timing, host, port, ...tls } : { ...timing, path },
    pingInterval: pingMs,
  });
  single.on('error', ignoreError);
  const send: Send = (_key, command, options) => single.sendCommand(command, options);
  return {
    connect: () => single.connect(),
    send,
    primaries: () => Promise.resolve([{ name: path ?? `${host}:${port}`, send }]),
    close: async () => single.destroy(),
  };
}

/** Commands report the failure. */
const ignoreError = () => undefined;

/** An error reply to the command stays an `Error` with the text of the reply. */
function toError(error: unknown, where: string, command: string): Error {
  const message = reasonOf(error);
  if (/^[A-Z]+ /.test(message)) return new Error(`Redis at ${where} refused ${command}: ${message}`, { cause: error });
  return new StoreUnavailable(`Redis at ${where} does not answer (${message})`, { cause: error });
}

/** The innermost message: a refused connection has an empty message and a code. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
