import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { BodyDeadlines } from '../../src/doors/auction-fast-path.ts';
import { cutLateBodies, limitBodyTime } from '../../src/doors/http/request.ts';

test('a request whose body does not arrive in time is cut off', async () => {
  const server = createServer((request) => void limitBodyTime(request, 20));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"half":');
  socket.resume();
  await once(socket, 'close');
  server.close();
  expect(socket.bytesRead).toBe(0);
});

test('a body that goes on after its answer is cut off', async () => {
  const server = createServer(cutLateBodies((_request, response) => void response.end('done'), 20));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n');
  const trickle = setInterval(() => socket.write('x'), 1);
  socket.on('error', () => undefined).resume();
  // Not `once` of node:events, which rejects where the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  server.close();
  expect(socket.bytesRead).toBeGreaterThan(0);
});

test.for([
  { complete: true, isCutOff: false },
  { complete: false, isCutOff: true },
])('after half a minute a request whose body is there ($complete) is cut off: $isCutOff', ({ complete, isCutOff }) => {
  vi.useFakeTimers();
  const request = new IncomingMessage(new Socket());
  request.complete = complete;
  limitBodyTime(request);
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  expect(request.destroyed).toBe(isCutOff);
});

test('each of several late bodies is cut off half a minute after its request began', () => {
  vi.useFakeTimers();
  const deadlines = new BodyDeadlines();
  const begin = () => {
    const request = new IncomingMessage(new Socket());
    deadlines.begin(request);
    return request;
  };
  const early = begin();
  const arrived = begin();
  vi.advanceTimersByTime(10_100);
  deadlines.end(arrived);
  const late = begin();
  const cutOff = () => [early, arrived, late].map(({ destroyed }) => destroyed);
  vi.advanceTimersByTime(19_800);
  expect(cutOff()).toEqual([false, false, false]);
  vi.advanceTimersByTime(200);
  expect(cutOff()).toEqual([true, false, false]);
  vi.advanceTimersByTime(9_900);
  expect(cutOff()).toEqual([true, false, false]);
  vi.advanceTimersByTime(200);
  expect(cutOff()).toEqual([true, false, true]);
  // No body is awaited, so no timer is left.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a second body on a connection has half a minute of its own', () => {
  vi.useFakeTimers();
  const deadlines = new BodyDeadlines();
  const socket = new Socket();
  const [first, second] = [new IncomingMessage(socket), new IncomingMessage(socket)];
  deadlines.begin(first);
  vi.advanceTimersByTime(500);
  deadlines.end(first);
  deadlines.begin(second);
  vi.advanceTimersByTime(29_900);
  expect([first.destroyed, second.destroyed]).toEqual([false, false]);
  vi.advanceTimersByTime(200);
  expect([first.destroyed, second.destroyed]).toEqual([false, true]);
  vi.useRealTimers();
});

test('the deadline of an aborted request is removed', () => {
  vi.useFakeTimers();
  const deadlines = new BodyDeadlines();
  const request = new IncomingMessage(new Socket());
  deadlines.begin(request);
  request.destroy();
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
