import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerMs, type FuzzAnswer } from './client.ts';
import { openRaw } from '../fixture/raw.ts';
import type { Send } from '../fixture/request.ts';

interface Target {
  readonly url: string;
  readonly send: Send;
}

/** Requests that are answered in between, so that the service has seen what it was sent before. */
const probes = 2;

/**
 * Sends what the service can tell the end of, and gives the answers that came before it closed the connection. What it
 * does though it has answered is done after that.
 */
export async function sendWhole({ url, send }: Target, bytes: Buffer): Promise<readonly FuzzAnswer[]> {
  const { whole } = await open(url, bytes);
  const received = await whole;
  await probe(send);
  return answersOf(received);
}

/** Sends what may be a part only; where the service waits for more, it is told after a while that nothing follows. */
export async function sendPart({ url, send }: Target, bytes: Buffer): Promise<readonly FuzzAnswer[]> {
  const { socket, whole } = await open(url, bytes);
  await Promise.race([whole, probe(send)]);
  socket.end();
  return answersOf(await whole);
}

/** Reads from the first byte on: an answer may come, and the connection end, before all is written. */
async function open(url: string, bytes: Buffer): Promise<{ readonly socket: Socket; readonly whole: Promise<Buffer> }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'connect');
  socket.write(bytes);
  return { socket, whole: closing(socket).then(() => Buffer.concat(chunks)) };
}

/** Sends bytes and breaks the connection off. */
export async function dropBytes({ url, send }: Target, bytes: Buffer): Promise<readonly FuzzAnswer[]> {
  const socket = await openRaw(url, bytes);
  socket.resume();
  socket.destroy();
  await probe(send);
  return [];
}

async function probe(send: Send): Promise<void> {
  for (let round = 0; round < probes; round++) await send('GET', '/member/meta');
}

/** Resolves when the connection is closed: in order, or because the service would not read the rest of a refused body. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(answerMs, () => {
      reject(new Error(`the service kept a connection open for ${answerMs} ms`));
      socket.destroy();
    });
    socket.on('close', () => resolve());
    if (socket.closed) resolve();
  });
}

/** The answers that stand one after another in what was received; those that only ask to go on are passed over. */
function answersOf(received: Buffer): readonly FuzzAnswer[] {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = received.subarray(end + 4);
  if (status >= 100 && status < 200) return answersOf(rest);
  const { body, length } = headers['transfer-encoding'] === 'chunked' ? chunkedBody(rest) : plainBody(rest, headers);
  return [{ status, headers, text: body.toString() }, ...answersOf(rest.subarray(length))];
}

interface ReadBody {
  readonly body: Buffer;
  /** Bytes that it took on the wire. */
  readonly length: number;
}

/** Without a length it goes on until the connection ends. */
function plainBody(rest: Buffer, headers: Readonly<Record<string, string>>): ReadBody {
  const length = Number(headers['content-length'] ?? rest.length);
  return { body: rest.subarray(0, length), length };
}

function chunkedBody(rest: Buffer): ReadBody {
  const chunks: Buffer[] = [];
  let place = 0;
  for (;;) {
    const line = rest.indexOf('\r\n', place);
    const length = line === -1 ? 0 : Number.parseInt(rest.subarray(place, line).toString(), 16);
    if (length === 0) return { body: Buffer.concat(chunks), length: line === -1 ? rest.length : line + 4 };
    chunks.push(rest.subarray(line + 2, line + 2 + length));
    place = line + 2 + length + 2;
  }
}
