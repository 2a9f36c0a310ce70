import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request's headers must have arrived within this. Bodies have bounds of their own: a stream of auctions has none. */
const headersTimeoutMs = 15_000;

export interface Listening {
  /** Where the service answers, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new requests, answers those it has, and closes. */
  stop(): Promise<void>;
}

/** Listens on the port. Rejects with an error that says what to do when the port is not available. */
export async function listen(
  app: RequestListener,
  { PORT: port, HOST: host }: { PORT: number; HOST: string },
): Promise<Listening> {
  const server = createServer({ headersTimeout: headersTimeoutMs, requestTimeout: 0 }, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(explain(error, port, host), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, stop: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeIdleConnections();
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT is ${port}, which another program uses; stop it, or set PORT to another one (0 takes a free one).`;
    case 'EACCES':
      return `PORT is ${port}, which this user may not use; allowed: a port from 1024.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${JSON.stringify(host)}, which is not an address of this machine.`;
    default:
      return `cannot listen on ${host}:${port}: ${error.message}`;
  }
}
