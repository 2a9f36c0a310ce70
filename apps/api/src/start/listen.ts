import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Closing, Connections } from './connections.ts';

/** A request's headers must have arrived within this. */
const headersTimeoutMs = 15_000;
/** A connection without traffic for this long is closed, whatever it waits for. Subscriptions send something sooner. */
const usualIdleMs = 60_000;
/**
 * An idle connection is kept for this long. Proxies keep theirs for a minute or less, so that the proxy is the one that
 * closes: where the service does, a request that the proxy has just sent is lost.
 */
const keepAliveMs = 75_000;
/**
 * Length of the listen backlog: connections that the kernel queues until the service accepts them, one per turn of its
 * event loop. Node's default is 511. A client that finds it full retries after 1 s or more. Linux bounds it to 4096.
 */
const mostUnaccepted = 4096;
/** Without notice; requests under way are answered first. */
const promptly: Closing = { noticeMs: 0, cutMs: 10_000 };

export interface Listening {
  /** Where the service answers, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new connections, answers the requests it has, and closes. Gives the number of connections cut off. */
  stop(closing?: Closing): Promise<number>;
}

/** Listens on the port. Rejects with an error that says what to do, and names the settings by `names`. */
export async function listen(
  app: RequestListener,
  { PORT: port, HOST: host }: { PORT: number; HOST: string },
  { names = { port: 'PORT', host: 'HOST' }, idleMs = usualIdleMs }: { names?: SettingNames; idleMs?: number } = {},
): Promise<Listening> {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveMs,
  });
  server.setTimeout(idleMs);
  const connections = new Connections(server);
  server.on('request', connections.bounded(app));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(explain(error, port, host, names), { cause: error })),
    );
    server.listen({ port, host, backlog: mostUnaccepted }, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    stop: (closing = promptly) => connections.close(closing),
  };
}

/** The settings that say where to listen. */
interface SettingNames {
  readonly port: string;
  readonly host: string;
}

function explain(error: NodeJS.ErrnoException, port: number, host: string, names: SettingNames): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `${names.port} is ${port}, which another program uses; stop it, or set ${names.port} to another one (0 takes a free one).`;
    case 'EACCES':
      return `${names.port} is ${port}, which this user may not use; allowed: a port from 1024.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${names.host} is ${JSON.stringify(host)}, which is not an address of this machine.`;
    default:
      return `cannot listen on ${host}:${port}: ${error.message}`;
  }
}
