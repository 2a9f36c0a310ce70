import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Client, Context } from '@auction-tiers/contract';
import { ChangeNote, idempotencyKeyForm, invalid, issuesOf, maxBodyBytes, ServiceError } from '@auction-tiers/contract';
import express from 'express';
import { breatheBefore } from '../../loop/breathe.ts';
import type { AddressOf } from './client.ts';

const idBytes = 16;
const idPool = Buffer.alloc(4096 * idBytes);
let usedBytes = idPool.length;

/**
 * A unique id: 128 random bits in hexadecimal. Random bytes are drawn for 4,096 ids at once, and the text is made in one
 * piece: `randomUUID` joins one out of twenty parts, and each later read of it pays for the joining.
 */
export function randomId(): string {
  if (usedBytes === idPool.length) {
    randomFillSync(idPool);
    usedBytes = 0;
  }
  usedBytes += idBytes;
  return idPool.toString('hex', usedBytes - idBytes, usedBytes);
}

/** The client's own request id where it is of the allowed form, so that both logs can be matched; else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomId();
}

/** What operations may ask about the client of a request. Most never do. */
export const toClient = (request: IncomingMessage, addressOf: AddressOf): Client => ({
  address: () => addressOf(request),
  isGone: () => request.socket.destroyed,
  isForwarded: () =>
    request.headers['x-forwarded-for'] !== undefined &&
    addressOf(request) === addressOf({ socket: request.socket, headers: {} }),
});

/** Throws unless the client accepts JSON, which is all that most paths answer; `others`: media types that one does too. */
export function requireJsonWanted(request: IncomingMessage, others: readonly string[] = []): void {
  const { accept = '*/*' } = request.headers;
  if (accept === '*/*' || accept === 'application/json') return;
  if (express.request.accepts.call(request, 'application/json', ...others) !== false) return;
  throw new ServiceError(
    'not_acceptable',
    `the header accept is ${JSON.stringify(request.headers.accept)}, allowed: ${['application/json', ...others].join(', ')}`,
  );
}

const keyHeader = 'idempotency-key';

/** The key under which a client may send a create again without creating twice. Throws for a malformed key. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[keyHeader];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && idempotencyKeyForm.test(key)) return key;
  const message = `is ${JSON.stringify(key)}, allowed: 1 to 255 visible characters without a space`;
  throw invalid([{ path: keyHeader, message }]);
}

/**
 * What the headers of a write say about it: a note, and why it is made directly where the member publishes by drafts.
 * Throws for malformed texts.
 */
export function readNotes(headers: IncomingHttpHeaders): Pick<Context, 'note' | 'breakGlass'> {
  const [note, breakGlass] = [readText(headers, 'x-change-note'), readText(headers, 'x-break-glass')];
  return { ...(note === undefined ? {} : { note }), ...(breakGlass === undefined ? {} : { breakGlass }) };
}

/** Decodes a header as UTF-8: Node gives each of its bytes as one character. */
function readText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const sent = headers[name];
  if (typeof sent !== 'string') return undefined;
  let text: string;
  try {
    text = utf8.decode(Buffer.from(sent, 'latin1'));
  } catch {
    throw invalid([{ path: name, message: 'is not valid UTF-8' }]);
  }
  const read = ChangeNote.safeParse(text);
  if (read.success) return read.data;
  throw invalid(issuesOf(read.error).map((issue) => ({ ...issue, path: name })));
}

/** The header `If-Match` as it was sent: an object must have one of its entity tags to be changed. */
export function readIfMatch({ 'if-match': tags }: IncomingHttpHeaders): string | undefined {
  return tags === '' ? undefined : tags;
}

/** The most bytes that a body may have, by what it holds. */
export const maxBytesOf = { ...maxBodyBytes, trpc: maxBodyBytes.object } as const;

const keptBodies = new WeakMap<IncomingMessage, Buffer>();

/** Keeps the body of a request that one door has read and another is to answer. */
export const keepBody = (request: IncomingMessage, body: Buffer): void => void keptBodies.set(request, body);

/** The body of a request that a door has read already and passed on. */
export const keptBody = (request: IncomingMessage): Buffer | undefined => keptBodies.get(request);

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Keeps a byte order mark as a character, which JSON does not allow between values. */
const utf8WithMark = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Content types that programs send JSON with: any type of JSON, curl's default for `--data`, and that of `fetch`. */
const jsonType = /^\s*(?:[\w.-]+\/(?:[\w.+-]*\+)?json|text\/plain|application\/x-www-form-urlencoded)\s*(?:;|$)/i;

/** Whether a body with this Content-Type is read as JSON; one without a type is. */
export const isJsonType = (type: string | undefined): boolean =>
  type === 'application/json' || type === undefined || type === '' || jsonType.test(type);

/**
 * The JSON of a request's body, read as UTF-8 whatever charset the headers name. A missing optional body gives an empty
 * object.
 */
export async function readJson(request: IncomingMessage, maxBytes: number, isOptional = false): Promise<unknown> {
  requireJsonType(request);
  const bytes = await readBytes(request, maxBytes);
  return bytes.length === 0 && isOptional ? {} : toJson(bytes);
}

/** The JSON of the bytes of a body. */
export async function toJson(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) throw invalid([{ path: '', message: 'the body is empty, allowed: a JSON object' }]);
  await breatheBefore(bytes);
  return parseJson(bytes);
}

/** Parses a whole text of JSON, which may begin with a byte order mark; `part`: a value inside one, which may not. */
export function parseJson(bytes: Uint8Array, extent: 'whole' | 'part' = 'whole'): unknown {
  const text = decode(bytes, extent === 'whole' ? utf8 : utf8WithMark);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw notJson(error);
  }
}

function decode(bytes: Uint8Array, decoder: TextDecoder): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid([{ path: '', message: 'the body is not valid UTF-8' }]);
  }
}

const notJson = (error: unknown): unknown =>
  error instanceof SyntaxError
    ? invalid([{ path: '', message: `the body is not valid JSON: ${error.message}` }])
    : error;

/** Throws where the content type is not one for JSON. */
export function requireJsonType({ headers: { 'content-type': type } }: Pick<IncomingMessage, 'headers'>): void {
  if (isJsonType(type)) return;
  const allowed = 'application/json, text/plain, application/x-www-form-urlencoded, or none';
  const message = `the header content-type is ${JSON.stringify(type)}, allowed: ${allowed}`;
  throw new ServiceError('unsupported_media_type', message);
}

export function requireUncompressed({
  headers: { 'content-encoding': coding },
}: Pick<IncomingMessage, 'headers'>): void {
  if (coding === undefined || coding === 'identity') return;
  throw new ServiceError('unsupported_media_type', 'the body is compressed, allowed: identity');
}

export const tooLargeBody = (maxBytes: number) =>
  new ServiceError('too_large', `the body is larger than ${maxBytes} bytes`);

/** All bytes of a body; a longer one is refused without being kept. */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return readSentBytes(request, maxBytes, requireUncompressed);
}

/** All bytes of a body as they were sent, which may be packed where `requireCoding` allows it. */
export async function readSentBytes(
  request: IncomingMessage,
  maxBytes: number,
  requireCoding: (request: IncomingMessage) => void,
): Promise<Buffer> {
  const kept = keptBody(request);
  const tooLarge = () => tooLargeBody(maxBytes);
  if (Number(request.headers['content-length'] ?? kept?.length ?? 0) > maxBytes) throw tooLarge();
  requireCoding(request);
  return kept ?? collectBytes(request, maxBytes, tooLarge);
}

/**
 * All bytes that a request sends, which are at most so many. Rejects where the client disconnects before, or sends more. By
 * events, because an iterator costs several times as much.
 */
export function collectBytes(request: IncomingMessage, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxBytes) settle(() => reject(tooLarge()));
    };
    const end = () => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const fail = () => settle(() => reject(new Error('the client disconnected before its body had arrived')));
    const settle = (act: () => void) => {
      request.off('data', take).off('end', end).off('error', fail).off('close', fail);
      act();
    };
    if (request.destroyed) fail();
    else request.on('data', take).on('end', end).on('error', fail).on('close', fail);
  });
}
