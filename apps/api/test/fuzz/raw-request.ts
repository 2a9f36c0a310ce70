import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { operations } from '../fixture/api-document.ts';
import { type FuzzRequest, shown } from './client.ts';
import { contentType, credential, oddHeaders, someHeaders } from './header.ts';
import { nastyValues } from './nasty.ts';

const mebibyte = 1024 * 1024;

/** Methods that Node knows how to send; CONNECT opens a tunnel and is no request. */
const methods = [
  ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'LINK', 'SEARCH'],
  ['QUERY', 'MKCOL', 'LOCK', 'REPORT', 'M-SEARCH', 'SUBSCRIBE', 'MOVE'],
].flat();

/** Made once: the same megabytes go out again and again. */
const huge: readonly Buffer[] = [
  Buffer.from(`{"name":"${'n'.repeat(mebibyte)}"}`),
  Buffer.from(`{"name":"n"${' '.repeat(mebibyte)}}`),
  Buffer.from(`{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
  Buffer.from(`{"auctions":[${'{},'.repeat(300_000)}{}]}`),
  Buffer.from('['.repeat(mebibyte)),
  Buffer.from(`${'['.repeat(500_000)}${']'.repeat(500_000)}`),
  Buffer.alloc(mebibyte + 1, 0xff),
  Buffer.alloc(mebibyte, '\n'),
];

/** A method that a path may not have. */
export const anyMethod = fc.constantFrom(...methods);

type Sent = Pick<FuzzRequest, 'body' | 'headers'>;

const zipped = (bytes: Uint8Array): Sent => ({ body: gzipSync(bytes), headers: [['content-encoding', 'gzip']] });
const inside = (bytes: Uint8Array, index: number, part: readonly number[]) =>
  Buffer.concat([bytes.subarray(0, index), Buffer.from(part), bytes.subarray(index)]);

/** The bytes of a body that has been through something. */
const damaged: fc.Arbitrary<(whole: Buffer) => Sent> = fc.oneof(
  fc.nat(999).map((part) => (whole: Buffer) => plain(whole.subarray(0, Math.floor((whole.length * part) / 1000)))),
  fc
    .tuple(
      fc.nat(999),
      fc.array(fc.constantFrom(0, 0x22, 0x5c, 0x7b, 0x80, 0xc3, 0xed, 0xa0, 0xf5, 0xff), { minLength: 1 }),
    )
    .map(
      ([part, bytes]) =>
        (whole: Buffer) =>
          plain(inside(whole, Math.floor((whole.length * part) / 1000), bytes)),
    ),
  fc.constantFrom(
    (whole: Buffer) => plain(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), whole])),
    (whole: Buffer) => plain(Buffer.from(whole.toString(), 'utf16le')),
    (whole: Buffer) => plain(Buffer.concat([whole, whole])),
    (whole: Buffer) => plain(Buffer.concat([whole, Buffer.from(',')])),
    (whole: Buffer) => plain(Buffer.from(`/* note */${whole.toString()}`)),
    (whole: Buffer) => plain(Buffer.from(whole.toString().replaceAll('"', "'"))),
    (whole: Buffer) => plain(Buffer.from(encodeURIComponent(whole.toString()))),
    zipped,
  ),
);

const plain = (body: Uint8Array): Sent => ({ body, headers: [] });

/** Any body: bytes, values that are no objects, valid ones that were damaged, and far too much. */
function rawBodies(): fc.Arbitrary<Sent> {
  const valid = operations
    .flatMap(({ examples }) => examples)
    .map(({ value: example }) => Buffer.from(typeof example === 'string' ? example : JSON.stringify(example)));
  return fc.oneof(
    { arbitrary: fc.tuple(fc.constantFrom(...valid), damaged).map(([whole, damage]) => damage(whole)), weight: 12 },
    { arbitrary: fc.uint8Array({ maxLength: 200 }).map(plain), weight: 4 },
    { arbitrary: fc.constantFrom(...nastyValues).map((body): Sent => ({ body, headers: [] })), weight: 4 },
    { arbitrary: fc.constantFrom(...huge).map(plain), weight: 2 },
    { arbitrary: fc.constant<Sent>({ body: null, headers: [] }), weight: 4 },
  );
}

/** Where a request goes. */
type Line = Pick<FuzzRequest, 'method' | 'path'>;

/** Requests to given paths in which anything may be odd. */
export function rawRequests(lines: fc.Arbitrary<Line>): fc.Arbitrary<FuzzRequest> {
  const usual = fc.record({
    line: lines,
    credential,
    headers: fc.oneof(oddHeaders, someHeaders),
    type: contentType('application/json'),
    sent: rawBodies(),
    isChunked: fc.nat(4).map((one) => one === 0),
  });
  return usual.map(({ line, type, sent, headers, isChunked, ...rest }) =>
    shown({
      ...line,
      ...rest,
      headers: [...type, ...sent.headers, ...headers],
      body: sent.body,
      isChunked: isChunked && sent.body !== null,
    }),
  );
}
