import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type CallContext, type Caller, hasScope, ServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { CredentialIndex } from '../auth/credential-index.ts';
import { credentialOf } from '../auth/look-up.ts';
import { type BatchItem, isPrepared } from '../handlers/auction/prepared.ts';
import type { DurationCounts, RequestCounts, TimedListener } from '../metrics/counts.ts';
import type { Throttle } from '../throttle/throttle.ts';
import type { ByteAuctions } from './http/byte-auctions.ts';
import { Exchange } from './http/exchange.ts';
import { type FastRoute, fastRoutes, isPlain } from './http/fast-route.ts';
import { keepBody, requestIdOf } from './http/request.ts';

interface FastPathDeps {
  readonly credentialIndex: CredentialIndex;
  readonly auctions: ByteAuctions;
  readonly throttle: Throttle;
  readonly requests: RequestCounts;
  readonly log: Logger;
  /** Answers everything else. */
  readonly others: TimedListener;
}

/** The auctions that the fast path answers cause no warnings. */
const ignoreWarning = () => {};

/** A longer answer is sent as bytes; a shorter one as a string, which Node sends in one write with the headers. */
const mostStringBytes = 64 * 1024;

/**
 * Answers auctions of callers that the credential index holds, from bytes to bytes, because express and its middleware cost
 * more than the auction. A request that is unusual in any way (a header, a credential, the body) goes to `others` whole,
 * which answers it as if the fast path were not there; where auctions are counted against a limit, all of them do.
 */
export function auctionFastPath(deps: FastPathDeps): RequestListener {
  const { credentialIndex, auctions, throttle, requests, log, others } = deps;
  if (throttle.limits.auction > 0 || auctions.work.isCounted) return (request, response) => others(request, response);
  const durations = new Map<FastRoute, DurationCounts>();
  for (const route of fastRoutes.values()) durations.set(route, requests.of('POST', route.path, '200'));
  /** The sink of the answer that was sent last, as a buffer. */
  let written: Buffer = Buffer.alloc(0);

  return (request, response) => {
    const cameMs = performance.now();
    const route = fastRoutes.get(request.url);
    const isFast = route !== undefined && isPlain(request, route) && callerOf(request) !== undefined;
    if (isFast) readWhole(request, (body) => answer(route, body, cameMs, request, response));
    else others(request, response, cameMs);
  };

  function callerOf({ headers }: IncomingMessage): Caller | undefined {
    const sent = credentialOf(headers.authorization);
    const caller = sent instanceof ServiceError ? undefined : credentialIndex.find(sent.hash);
    return caller !== undefined && hasScope(caller, 'auction') ? caller : undefined;
  }

  function answer(
    route: FastRoute,
    body: Buffer,
    cameMs: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const startedMs = performance.now();
    const requestId = requestIdOf(request);
    // The credential may have ended while the body arrived.
    const caller = callerOf(request);
    let end: number | undefined;
    try {
      const items = caller && read(route, { caller, requestId, warn: ignoreWarning }, body);
      end = items && write(route, items);
    } catch (error) {
      // A batch is not parsed once more to be refused again.
      if (error instanceof ServiceError && route.isBatch) {
        new Exchange(request, response, route.service, log).fail(error);
        return;
      }
    }
    if (end === undefined) {
      keepBody(request, body);
      others(request, response, cameMs);
      return;
    }
    const nowMs = performance.now();
    end = route.close(auctions.sink, end, { requestId, tookMs: nowMs - startedMs });
    response.writeHead(200, route.headers(requestId, end));
    send(response, end);
    durations.get(route)?.add(nowMs - cameMs);
  }

  /** The auctions of a body; undefined for one that cannot be read here. Throws where they may not be decided. */
  function read(route: FastRoute, call: CallContext, body: Buffer): readonly BatchItem[] | undefined {
    const [start, behind] = route.find(body) ?? [];
    if (start === undefined || behind === undefined) return undefined;
    const auction = route.isBatch ? undefined : auctions.read(call, body, start, behind);
    const items = route.isBatch ? auctions.readBatch(call, body) : auction && [auction];
    if (items !== undefined) auctions.work.requireBounded(items.filter(isPrepared));
    return items;
  }

  /** Writes the answers from the start of the sink. */
  function write({ isBatch, opening }: FastRoute, items: readonly BatchItem[]): number {
    const at = auctions.sink.fragment(0, opening);
    return isBatch ? auctions.writeBatch(items, at) : auctions.write(items[0]!, at);
  }

  function send(response: ServerResponse, end: number): void {
    if (end > mostStringBytes) {
      response.end(auctions.take(end));
      return;
    }
    const { buffer } = auctions.sink.bytes;
    if (written.buffer !== buffer) written = Buffer.from(buffer);
    // Latin1 encodes the string to the same bytes again.
    response.end(written.toString('latin1', 0, end), 'latin1');
  }
}

/** Calls back with the whole body; not at all where the client disconnects before. By events, because an iterator costs more. */
function readWhole(request: IncomingMessage, done: (body: Buffer) => void): void {
  let first: Buffer | undefined;
  let chunks: Buffer[] | undefined;
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (chunks ??= [first]).push(chunk);
  });
  request.on('end', () => done(chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks)));
}
