import { connect } from 'node:net';

/**
 * How to reach a Redis on this machine: by its socket. One that an earlier version of these tools started listens on a
 * port of 127.0.0.1 and has a password.
 */
export type RedisAddress = { readonly socket: string } | { readonly port: number; readonly password: string };

/**
 * Sends one command over a new connection and returns the raw reply in the wire protocol. It resolves when the server
 * has closed the connection, so after `SHUTDOWN` the server has ended.
 *
 * A client library would take longer to load than the server takes to start, and only three commands are needed.
 *
 * @param signal ends the wait: another program may listen there and never answer
 * @returns undefined if there is no answer
 */
export function ask(address: RedisAddress, command: string, signal: AbortSignal): Promise<string | undefined> {
  const [place, login] =
    'socket' in address
      ? [{ path: address.socket }, '']
      : [{ port: address.port, host: '127.0.0.1' }, `AUTH ${address.password}\r\n`];
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect({ ...place, signal });
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`${login}${command}\r\nQUIT\r\n`));
    socket.on('data', (text: string) => (reply += text));
    socket.on('error', () => {
      // 'close' follows, with an empty reply.
    });
    socket.on('close', () => resolve(reply === '' ? undefined : reply));
  });
}
