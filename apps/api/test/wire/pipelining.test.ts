import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Listening, listen } from '../../src/start/listen.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
async function start(listener: RequestListener, idleMs?: number): Promise<Listening> {
  const server = await listen(listener, { PORT: 0, HOST: '127.0.0.1' }, idleMs === undefined ? {} : { idleMs });
  onTestFinished(() => void server.stop());
  return server;
}

/** A connection that reads nothing unless the test does. */
async function open({ url }: Listening): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Resolves when the connection has received so many answers of the status 200. */
async function answers(socket: Socket, count: number): Promise<void> {
  const status = 'HTTP/1.1 200';
  let [found, rest] = [0, ''];
  while (found < count) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    const parts = (rest + chunk.toString('latin1')).split(status);
    found += parts.length - 1;
    rest = parts.at(-1)!.slice(1 - status.length);
  }
}

test('pipelined requests are answered in their order', async () => {
  const held: ServerResponse[] = [];
  const server = await start((request, response) => {
    if (request.url === '/0') held.push(response);
    else response.end(request.url);
  });
  const pipelined = await open(server);
  const paths = Array.from({ length: 60 }, (_, index) => `/${index}`);
  pipelined.write(paths.map(get).join(''));
  const other = await open(server);
  other.write(get('/other'));
  await answers(other, 1);
  await expect.poll(() => held).toHaveLength(1);
  let received = '';
  pipelined.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  held[0]!.end('/0');
  await expect.poll(() => received).toContain('/59');
  expect(received.match(/(?<=\r\n\r\n(?:\d\r\n)?)\/\d+/g)).toEqual(paths);
});

test('a pipelined request has its body', async () => {
  const bodies: string[] = [];
  const read = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString());
    response.end();
  };
  const server = await start((request, response) => void read(request, response));
  const socket = await open(server);
  const sent = Array.from({ length: 50 }, (_, index) => `${index}-`.repeat(20_000));
  for (const body of sent) {
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  }
  await answers(socket, sent.length);
  expect(bodies).toEqual(sent);
});

test('a connection on which more than 64 requests wait is closed, and others go on', async () => {
  let begunCount = 0;
  const server = await start((request) => {
    if (request.url === '/') begunCount += 1;
  });
  const [greedy, modest] = [await open(server), await open(server)];
  modest.write(get('/').repeat(65));
  await expect.poll(() => begunCount).toBe(65);
  const closed = new Promise((resolve) => greedy.once('close', resolve));
  greedy.write(get('/').repeat(100_000));
  await closed;
  expect(begunCount).toBe(130);
  expect(modest.destroyed).toBe(false);
});

test('a client that takes nothing of its answer is cut off, and so is one whose body does not arrive', async () => {
  const unread: Socket[] = [];
  const server = await start((request, response) => {
    unread.push(request.socket);
    request.resume();
    request.on('end', () => response.end(Buffer.alloc(50_000_000)));
  }, 100);
  const [stalled, late] = [await open(server), await open(server)];
  stalled.write(get('/large'));
  late.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"half":');
  await expect.poll(() => unread.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
