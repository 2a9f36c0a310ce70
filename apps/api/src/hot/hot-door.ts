import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Caller, readPlainAuction, ServiceError, type AuctionBody } from '@auction-tiers/contract';
import type { Authenticator } from '../auth/authenticate.ts';
import { limitBodyTime } from '../rest/body.ts';
import { okEnvelope } from '../rest/envelope.ts';
import { requestIdOf } from '../rest/exchange.ts';
import { keepBody } from './arrived.ts';

interface HotDeps {
  readonly authenticator: Authenticator;
  readonly run: (caller: Caller, body: AuctionBody) => object;
  /** Answers everything else. */
  readonly others: RequestListener;
}

const paths = new Set(['/auction', '/v1/auction']);
const maxBodyBytes = 1024 * 1024;

/**
 * Stands before express for the one request that matters most: a plain `POST /auction` of a caller that is known. Express
 * and what hangs on it cost more than the auction. Whatever is not plainly right here (a header, a credential, the body)
 * goes on to `others`, which answers it as if nobody had stood here.
 */
export function hotDoor({ authenticator, run, others }: HotDeps): RequestListener {
  return (request, response) => {
    const caller = isPlain(request) ? authenticator.recall(request.headers.authorization, Date.now()) : undefined;
    if (caller?.scopes.includes('auction') !== true) others(request, response);
    else readBody(request, (body) => answer(caller, body, request, response));
  };

  function answer(caller: Caller, bytes: Buffer, request: IncomingMessage, response: ServerResponse): void {
    const startedMs = performance.now();
    const auction = tryAuction(caller, bytes);
    if (auction === undefined) {
      keepBody(request, bytes);
      others(request, response);
      return;
    }
    const requestId = requestIdOf(request);
    const text = JSON.stringify(okEnvelope('auction', { auction }, { requestId, warnings: [], startedMs }));
    const byteCount = Buffer.byteLength(text);
    response.writeHead(200, [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      String(byteCount),
      'x-request-id',
      requestId,
    ]);
    // One byte a character is ASCII, which need not be encoded.
    response.end(text, byteCount === text.length ? 'latin1' : 'utf8');
  }

  function tryAuction(caller: Caller, bytes: Buffer): object | undefined {
    const body = isUtf8(bytes) ? readPlainAuction(bytes.toString('utf8')) : undefined;
    if (body === undefined) return undefined;
    try {
      return run(caller, body);
    } catch (error) {
      // A ym-profile that is none of the caller's: the others say so.
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }
}

/** Whether the headers ask for nothing that needs thought. */
function isPlain({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || url === undefined || !paths.has(url)) return false;
  const { accept, 'content-type': type, 'content-length': length, 'content-encoding': encoding, expect } = headers;
  return (
    type === 'application/json' &&
    (accept === undefined || accept === '*/*' || accept === 'application/json') &&
    Number(length) <= maxBodyBytes &&
    encoding === undefined &&
    expect === undefined
  );
}

/** Calls back with the whole body; not at all where the caller goes away before. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const arrived = limitBodyTime(request);
  let first: Buffer | undefined;
  let chunks: Buffer[] | undefined;
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (chunks ??= [first]).push(chunk);
  });
  request.once('end', () => done(chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks)));
  request.once('close', arrived);
  request.on('error', () => undefined);
}
