import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CallContext, Caller } from '@auction-tiers/contract';
import type { Authenticator } from '../../auth/authenticate.ts';
import { requestIdOf } from '../http/request-header.ts';
import { bufferBody } from '../http/body.ts';
import { BodyDeadlines, readPlainBody } from '../http/body-deadlines.ts';
import type { ByteAuctions } from '../http/byte-auctions.ts';
import { auctionRoute, batchRoute, callBatchRoute, callRoute, type FastRoute } from './fast-route.ts';

interface FastPathDeps {
  readonly authenticator: Authenticator;
  readonly auctions: ByteAuctions;
  /** Answers everything else. */
  readonly others: RequestListener;
}

const routes = new Map<string | undefined, FastRoute>([
  ['/auction', auctionRoute],
  ['/v1/auction', auctionRoute],
  ['/auction/batch', batchRoute],
  ['/v1/auction/batch', batchRoute],
  ['/trpc/auction.run', callRoute],
  ['/trpc/auction.run?batch=1', callBatchRoute],
]);

/** The auctions that the fast path answers cause no warnings. */
const ignoreWarning = () => {};

/**
 * Answers auctions of remembered callers from bytes to bytes, because express and its middleware cost more than the
 * auction. A request that is unusual in any way (a header, a credential, the body) goes to `others`, which answers it as
 * if the fast path were not there.
 */
export function auctionFastPath({ authenticator, auctions, others }: FastPathDeps): RequestListener {
  const deadlines = new BodyDeadlines();
  let written: Buffer = Buffer.alloc(0);

  return (request, response) => {
    const route = routes.get(request.url);
    const caller =
      route !== undefined && isPlain(request, route)
        ? authenticator.recall(request.headers.authorization, Date.now(), request.socket)
        : undefined;
    if (route === undefined || caller?.scopes.includes('auction') !== true) others(request, response);
    else readPlainBody(request, deadlines, (body) => answer(route, caller, body, request, response));
  };

  function answer(
    route: FastRoute,
    caller: Caller,
    body: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const startedMs = performance.now();
    const requestId = requestIdOf(request);
    const end = tryWrite(route, { caller, requestId, warn: ignoreWarning }, body, startedMs);
    if (end === undefined) {
      bufferBody(request, body);
      others(request, response);
      return;
    }
    response.writeHead(200, route.headers(requestId, end));
    const { buffer } = auctions.sink.bytes;
    if (written.buffer !== buffer) written = Buffer.from(buffer);
    // Node sends a string in one write with the headers, and latin1 encodes it to the same bytes again.
    response.end(written.toString('latin1', 0, end), 'latin1');
    auctions.sink.shrink();
  }

  function tryWrite(route: FastRoute, call: CallContext, body: Buffer, startedMs: number): number | undefined {
    try {
      return route.write(auctions, { call, body, startedMs });
    } catch {
      // An unknown ym-profile, or an unexpected error: `others` meets it too, and answers with it.
      return undefined;
    }
  }
}

/** Whether the headers are those of a usual request. */
function isPlain({ method, headers }: IncomingMessage, route: FastRoute): boolean {
  const { accept, 'content-type': type, 'content-length': length, 'content-encoding': encoding, expect } = headers;
  return (
    method === 'POST' &&
    type === 'application/json' &&
    (accept === undefined || accept === '*/*' || accept === 'application/json') &&
    Number(length) > 0 &&
    Number(length) <= route.maxBodyBytes &&
    encoding === undefined &&
    expect === undefined &&
    route.isPlain(headers)
  );
}
