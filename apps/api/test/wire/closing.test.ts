import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Listening, listen } from '../../src/start/listen.ts';

/** Longer than any of these tests: they end what they wait for by something else. */
const longMs = 600_000;

const start = (listener: RequestListener): Promise<Listening> => listen(listener, { PORT: 0, HOST: '127.0.0.1' });

async function open({ url }: Listening): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends requests on one connection that is kept, and gives the answers. */
function keptConnection({ url }: Listening): () => Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async () => {
    const [answer] = (await once(request(url, { agent }).end(), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer;
  };
}

test('an idle connection is kept for longer than proxies keep theirs', async () => {
  const server = await start((_request, response) => void response.end());
  const ask = keptConnection(server);
  expect((await ask()).headers['keep-alive']).toBe('timeout=75');
  await server.stop();
});

test('a server that stops closes connections on which nothing was ever sent', async () => {
  const server = await start((_request, response) => void response.end());
  const socket = await open(server);
  const closed = once(socket.resume(), 'close');
  // The server has accepted it before a later one.
  await (await fetch(server.url)).text();
  await server.stop();
  await closed;
});

test('during the notice every answer closes its connection, and no new connection is taken', async () => {
  let held: ServerResponse | undefined;
  const server = await start((asked, response) => {
    if (asked.url === '/slow') held = response;
    else response.end();
  });
  const ask = keptConnection(server);
  expect((await ask()).headers.connection).toBe('keep-alive');
  const slow = fetch(`${server.url}/slow`);
  await expect.poll(() => held).toBeDefined();

  const stopped = server.stop({ noticeMs: longMs, cutMs: longMs });
  expect((await ask()).headers.connection).toBe('close');
  await expect(fetch(server.url)).rejects.toThrow();
  held?.end();
  expect((await slow).headers.get('connection')).toBe('close');
  expect(await stopped).toBe(0);
});

test('an idle connection is closed at the end of the notice, or at once when the caller is in a hurry', async () => {
  const server = await start((_request, response) => void response.end());
  await keptConnection(server)();
  const hurry = new AbortController();
  const stopped = server.stop({ noticeMs: longMs, cutMs: longMs, hurry: hurry.signal });
  hurry.abort();
  expect(await stopped).toBe(0);

  const other = await start((_request, response) => void response.end());
  await keptConnection(other)();
  expect(await other.stop({ noticeMs: 1, cutMs: longMs })).toBe(0);
});

test('a connection that is answered after the notice is closed by its answer', async () => {
  let held: ServerResponse | undefined;
  const server = await start((_request, response) => {
    response.write('begun');
    held = response;
  });
  const ask = keptConnection(server)();
  await expect.poll(() => held).toBeDefined();
  const stopped = server.stop({ noticeMs: 0, cutMs: longMs });
  held?.end();
  await ask;
  expect(await stopped).toBe(0);
});

test('a request that does not end is cut off, and counted', async () => {
  const server = await start((_request, response) => void response.write('begun'));
  const answer = await fetch(server.url);
  expect(await server.stop({ noticeMs: 0, cutMs: 1 })).toBe(1);
  await expect(answer.text()).rejects.toThrow();
});
