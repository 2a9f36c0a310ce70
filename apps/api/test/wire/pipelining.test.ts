import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Listening, listen } from '../../src/start/listen.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
/** As long as one with a credential: a client may pipeline any number of such. */
const getLong = (path: string) => get(path).replace('host', `x: ${'x'.repeat(256)}\r\nhost`);

async function start(listener: RequestListener, limits?: Parameters<typeof listen>[2]): Promise<Listening> {
  const server = await listen(listener, { PORT: 0, HOST: '127.0.0.1' }, limits);
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

test('a pipelined request is begun when the one before it is answered, and all are answered in order', async () => {
  const begun: string[] = [];
  let held: ServerResponse | undefined;
  const server = await start((request, response) => {
    begun.push(request.url ?? '');
    if (request.url === '/0') held = response;
    else response.end();
  });
  const pipelined = await open(server);
  const paths = Array.from({ length: 200 }, (_, place) => `/${place}`);
  pipelined.write(paths.map(get).join(''));
  await expect.poll(() => begun).toContain('/0');
  const other = await open(server);
  other.write(get('/other'));
  await answers(other, 1);
  expect(begun).toEqual(['/0', '/other']);
  held?.end();
  await answers(pipelined, paths.length);
  expect(begun).toEqual(['/0', '/other', ...paths.slice(1)]);
});

test('requests of other connections have their turn between pipelined ones', async () => {
  const begun: string[] = [];
  const server = await start((request, response) => {
    begun.push(request.url ?? '');
    if (begun.length === 1) other.write(get('/other'));
    response.end();
  });
  const [pipelined, other] = [await open(server), await open(server)];
  pipelined.write(getLong('/').repeat(1000));
  await Promise.all([answers(pipelined, 1000), answers(other, 1)]);
  expect(begun.indexOf('/other')).toBeLessThan(100);
});

test('a connection with a valid credential is read before what strangers have pipelined on many', async () => {
  const [strangerCount, pipelinedCount] = [20, 3000];
  const known = new Set<number>();
  const server = await start((_request, response) => void response.end(), {
    isKnown: ({ remotePort = 0 }) => known.has(remotePort),
  });
  let [parsedCount, countBefore] = [0, 0];
  const onRequest = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.url === '/stranger') parsedCount += 1;
    if (request.url === '/known') countBefore = parsedCount;
  };
  subscribe('http.server.request.start', onRequest);
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest));

  const strangers = await Promise.all(Array.from({ length: strangerCount }, () => open(server)));
  const customer = await open(server);
  known.add(customer.localPort ?? 0);
  for (const socket of [...strangers, customer]) socket.write(get('/'));
  await Promise.all([...strangers, customer].map((socket) => answers(socket, 1)));

  const answered = Promise.all(strangers.map((socket) => answers(socket, pipelinedCount)));
  for (const socket of strangers) socket.write(getLong('/stranger').repeat(pipelinedCount));
  customer.write(get('/known'));
  await answers(customer, 1);
  // What Node reads of one or two connections at once, of the 60,000 requests that are there.
  expect(countBefore).toBeLessThan(1000);
  await answered;
  expect(parsedCount).toBe(strangerCount * pipelinedCount);
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
  const sent = Array.from({ length: 50 }, (_, place) => `${place}-`.repeat(20_000));
  for (const body of sent) {
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  }
  await answers(socket, sent.length);
  expect(bodies).toEqual(sent);
});

test('of very many small requests that are sent at once some hundreds are answered, and the last answer says that the connection is closed', async () => {
  let begunCount = 0;
  const server = await start((_request, response) => {
    begunCount += 1;
    response.end();
  });
  const socket = await open(server);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(get('/').repeat(100_000));
  await closed;
  const heads = received.split('\r\n\r\n').slice(0, -1);
  expect(heads).toHaveLength(begunCount);
  expect(begunCount).toBeGreaterThan(256);
  expect(begunCount).toBeLessThan(400);
  expect(heads.filter((head) => /^connection: close$/im.test(head))).toEqual([heads.at(-1)]);
  const other = await open(server);
  other.write(get('/'));
  await answers(other, 1);
});

test('a client that does not read its answers is read no further, and cut off', async () => {
  const answer = Buffer.alloc(1_000_000);
  let begunCount = 0;
  let socket: Socket | undefined;
  const server = await start(
    (request, response) => {
      begunCount += 1;
      ({ socket } = request);
      response.end(answer);
    },
    { stallMs: 200 },
  );
  const client = await open(server);
  client.write(get('/').repeat(500_000));
  // Not `once` of node:events, which rejects where the connection is reset.
  await new Promise((resolve) => client.once('close', resolve));
  expect(begunCount).toBeLessThan(32);
  expect(socket?.bytesRead).toBeLessThan(1_000_000);
});

test('a client that waits for a slow answer is not cut off, one that leaves an answer unread is', async () => {
  const held: ServerResponse[] = [];
  const unread: Socket[] = [];
  const server = await start(
    (request, response) => {
      if (request.url === '/slow') held.push(response);
      else {
        unread.push(request.socket);
        response.end(Buffer.alloc(50_000_000));
      }
    },
    { stallMs: 20 },
  );
  const [waiting, stalled] = [await open(server), await open(server)];
  waiting.write(get('/slow'));
  await expect.poll(() => held).toHaveLength(1);
  stalled.write(get('/large'));
  await expect.poll(() => unread[0]?.destroyed).toBe(true);
  held[0]?.end();
  await answers(waiting, 1);
});
