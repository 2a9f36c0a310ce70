import * as fc from 'fast-check';
import { type FuzzRequest, type Headers, shown } from './client.ts';

/** What is done to the bytes of a request on their way. */
type Damage =
  /** Nothing, but the request is sent twice on one connection. */
  | { readonly kind: 'twice' }
  /** The method, the target and the version are written in another way. */
  | { readonly kind: 'first line'; readonly form: string }
  /** A line more among the headers. */
  | { readonly kind: 'header line'; readonly line: string }
  /** The body comes in chunks that are none. */
  | { readonly kind: 'chunks'; readonly text: string }
  /** Only the first part is sent; then the connection is dropped, or this half of it closed. */
  | { readonly kind: 'cut'; readonly perMille: number; readonly isDropped: boolean }
  /** Some bytes are replaced. The request may become any other, so it is sent without a credential. */
  | { readonly kind: 'noise'; readonly perMille: number; readonly bytes: Uint8Array };

/** A request, and what becomes of it on its way. */
export interface SocketRequest {
  readonly request: FuzzRequest;
  readonly damage: Damage;
}

/** METHOD and TARGET are replaced by the request's own. */
const firstLines: readonly string[] = [
  ['METHOD TARGET HTTP/1.0', 'METHOD TARGET HTTP/9.9', 'METHOD TARGET HTTP/2.0', 'METHOD TARGET http/1.1'],
  ['METHOD TARGET', 'METHOD  TARGET  HTTP/1.1', 'METHOD\tTARGET\tHTTP/1.1', ' METHOD TARGET HTTP/1.1'],
  ['METHOD TARGET HTTP/1.1 x', 'METHOD', 'FROB TARGET HTTP/1.1', 'get TARGET HTTP/1.1'],
  ['METHOD http://elsewhere.example/dma HTTP/1.1', 'METHOD http://[/ HTTP/1.1', 'METHOD * HTTP/1.1'],
  ['METHOD // HTTP/1.1', 'METHOD /\u0000 HTTP/1.1', 'METHOD /\u00ff HTTP/1.1', 'METHOD ?id=1 HTTP/1.1'],
  ['PRI * HTTP/2.0', 'METHOD /%00%0d%0aX:y HTTP/1.1', `METHOD /${'x'.repeat(20_000)} HTTP/1.1`],
  ['TRACE TARGET HTTP/1.1'],
].flat();

const headerLines: readonly string[] = [
  ['no colon', ': no name', 'a b: c', 'a : b', ' folded: x', 'nul: a\u0000b', 'cr: a\rb', 'lf: a\nb'],
  ['utf8: \u00c3\u00a9', 'a(b): c', 'content-length: 0', 'content-length: -1', 'content-length: 0x10'],
  ['content-length: 1e3', 'content-length: 99999999999999999999', 'content-length: 3\r\ntransfer-encoding: chunked'],
  ['transfer-encoding: gzip', 'transfer-encoding: identity', 'upgrade: websocket\r\nconnection: upgrade'],
  ['upgrade: h2c', 'expect: 100-continue', 'expect: much', 'trailer: a', 'host: elsewhere.example', 'host:'],
  ['te: trailers', 'keep-alive: timeout=0', 'proxy-connection: keep-alive', 'date: x', 'authorization: unknown'],
  ['content-type: text/plain', `x-a: ${'a'.repeat(20_000)}`, `${'x'.repeat(20_000)}: a`, 'x-empty:'],
].flat();

/** Bodies of which the parser sees at some point that they are none; the last is one, with something after it. */
const badChunks: readonly string[] = [
  ['zz\r\n\r\n', '-1\r\na\r\n0\r\n\r\n', '5\r\nab\r\n0\r\n\r\n', '1\r\nabc\r\n0\r\n\r\n'],
  [`${'F'.repeat(17)}\r\na\r\n`, '2\n{}\n0\n\n', '0x2\r\n{}\r\n0\r\n\r\n', ' 2\r\n{}\r\n0\r\n\r\n'],
  [`2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, '2\r\n{}\r\n0\r\n__proto__: polluted\r\nauthorization: x\r\n\r\n'],
].flat();

const perMille = fc.nat(999);

const damage: fc.Arbitrary<Damage> = fc.oneof(
  { arbitrary: fc.constant<Damage>({ kind: 'twice' }), weight: 1 },
  {
    arbitrary: fc.record({ kind: fc.constant('first line' as const), form: fc.constantFrom(...firstLines) }),
    weight: 3,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('header line' as const), line: fc.constantFrom(...headerLines) }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant('chunks' as const), text: fc.constantFrom(...badChunks) }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('cut' as const), perMille, isDropped: fc.boolean() }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('noise' as const),
      perMille,
      bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
    }),
    weight: 2,
  },
);

/** Requests whose bytes do not arrive as they should. */
export const socketRequests = (requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<SocketRequest> =>
  fc
    .record({ request: requests, damage })
    .map(({ request, damage: done }) =>
      shown({ request: done.kind === 'noise' ? { ...request, credential: none } : request, damage: done }),
    );

const none = { caller: 'none', form: '' } as const;

/** What goes over the wire: the request with these headers, after its damage. */
export function bytesOf({ request, damage: done }: SocketRequest, headers: Headers): Buffer {
  const { method, path, body, isChunked } = request;
  const usual = `${method} ${path} HTTP/1.1`;
  const first = done.kind === 'first line' ? done.form.replace('METHOD', method).replace('TARGET', path) : usual;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (done.kind === 'chunks') return inChunks([first, ...lines], done.text);
  const own = done.kind === 'header line' ? [done.line, ...lines] : lines;
  const whole = written([first, ...own, 'connection: close'], body, isChunked);
  if (done.kind === 'twice') return Buffer.concat([written([usual, ...lines], body, isChunked), whole]);
  if (done.kind !== 'cut' && done.kind !== 'noise') return whole;
  const index = Math.floor((whole.length * done.perMille) / 1000);
  if (done.kind === 'cut') return whole.subarray(0, index);
  return Buffer.concat([whole.subarray(0, index), done.bytes, whole.subarray(index + done.bytes.length)]);
}

function inChunks(head: readonly string[], text: string): Buffer {
  const own = head.filter((line) => !/^(?:content-length|transfer-encoding):/.test(line));
  return Buffer.from(
    `${[...own, 'transfer-encoding: chunked', 'connection: close'].join('\r\n')}\r\n\r\n${text}`,
    'latin1',
  );
}

function written(head: readonly string[], body: FuzzRequest['body'], isChunked: boolean): Buffer {
  const bytes = Buffer.from(body ?? '');
  const length = Buffer.from(`${bytes.length.toString(16)}\r\n`);
  const chunks = bytes.length === 0 ? [] : [length, bytes, Buffer.from('\r\n')];
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    ...(isChunked ? [...chunks, Buffer.from('0\r\n\r\n')] : [bytes]),
  ]);
}
