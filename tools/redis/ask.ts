import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/** How to reach a Redis that the tools started. */
export type RedisAddress = { readonly port: number; readonly password: string };

/**
 * Sends one command over a connection of its own and gives the raw reply in the wire protocol. It resolves when the
 * server has closed the connection, so after `SHUTDOWN` the server has ended.
 *
 * A client library would take longer to load than the server takes to start, and only three commands are needed.
 *
 * @param signal ends the wait: another program may listen on the port and never answer
 * @returns undefined when there is no answer
 */
export function ask(
  { port, password }: RedisAddress,
  command: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect({ port, host: '127.0.0.1', signal });
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`));
    socket.on('data', (text: string) => (reply += text));
    socket.on('error', () => {
      // 'close' follows, with an empty reply.
    });
    socket.on('close', () => resolve(reply === '' ? undefined : reply));
  });
}

/** A TCP port of 127.0.0.1 that is free now. Another program may take it before it is used. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
