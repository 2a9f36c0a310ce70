import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { invalid, maxMarkedUpBytes } from '@auction-tiers/contract';
import { ConcurrencyLimit } from '../../loop/concurrency-limit.ts';
import { maxBytesOf, readSentBytes, requireJsonType, requireUncompressed, tooLargeBody, toJson } from './request.ts';

const unpack = promisify(gunzip);

/** Bodies that a process unpacks at the same time: 32 of 8 MiB are 256 MiB. */
const unpacking = new ConcurrencyLimit(32, 'packed bodies');

/**
 * The JSON of an OpenRTB body, which may be packed by gzip, as its Content-Encoding says or `isPacked`. The markup of ads
 * is taken out before the body is parsed: no rule depends on it, and it is most of the bytes.
 */
export async function readOpenRtb(request: IncomingMessage, isPacked: boolean): Promise<unknown> {
  requireJsonType(request);
  const isGzip = isPacked || request.headers['content-encoding'] === 'gzip';
  const sent = await readSentBytes(request, maxMarkedUpBytes, isGzip ? requireGzip : requireUncompressed);
  const bytes = withoutMarkup(isGzip && sent.length > 0 ? await unpacking.run(() => unpacked(sent)) : sent);
  if (bytes.length > maxBytesOf.openRtb) throw tooLargeBody(maxBytesOf.openRtb);
  return toJson(bytes);
}

function requireGzip(request: IncomingMessage): void {
  if (request.headers['content-encoding'] !== 'gzip') requireUncompressed(request);
}

/** Stops where the limit is reached, however much more the body would unpack to. */
async function unpacked(bytes: Buffer): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: maxMarkedUpBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLargeBody(maxMarkedUpBytes);
    throw invalid([{ path: '', message: `the body is not valid gzip: ${(error as Error).message}` }]);
  }
}

const [quote, backslash] = [0x22, 0x5c];
const key = Buffer.from('"adm"');
const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * A text of JSON with an empty text for each text under the key `adm`. An unescaped quote before `adm"` begins a text,
 * for the end of one is followed by no letter; so what is found is a key where a colon follows.
 */
export function withoutMarkup(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
    if (isEscaped(bytes, at)) continue;
    const colon = skipBlanks(bytes, at + key.length);
    const opening = skipBlanks(bytes, colon + 1);
    if (bytes[colon] !== 0x3a || bytes[opening] !== quote) continue;
    let closing = bytes.indexOf(quote, opening + 1);
    while (closing !== -1 && isEscaped(bytes, closing)) closing = bytes.indexOf(quote, closing + 1);
    if (closing === -1) break;
    kept.push(bytes.subarray(start, opening + 1));
    start = closing;
    at = closing;
  }
  return start === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(start)]);
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (blanks.has(bytes[at])) at++;
  return at;
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === backslash) before--;
  return (at - before) % 2 === 0;
}
