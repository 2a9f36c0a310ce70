import { connect } from 'node:net';

/** How to reach a Redis of ours. */
export type RedisAddress = { readonly port: number; readonly password: string };

/**
 * Sends one command over a connection of its own and gives the raw reply, in the wire protocol; it comes when the server
 * has closed the connection, so that after `SHUTDOWN` the server is gone.
 *
 * A client library would take longer to load than the server takes to start, and this asks three things only.
 *
 * @param signal ends the wait: another program may listen there, and never say a word
 * @returns undefined when nobody answers there
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
      // 'close' follows and tells: nothing was said, nobody answers.
    });
    socket.on('close', () => resolve(reply === '' ? undefined : reply));
  });
}
