import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { fragment } from '@auction-tiers/auction-codec';
import type { CallContext } from '@auction-tiers/contract';
import type { Admission, Authenticator } from '../auth/authenticate.ts';
import type { Clock } from '../auth/clock.ts';
import type { ByteAuctions } from './http/byte-auctions.ts';
import { BodyDeadlines, bufferBody, isJsonType, maxBytesOf, readPlainBody, requestIdOf } from './http/request.ts';

/** A body, and the context of its request. */
interface BufferedRequest {
  readonly call: CallContext;
  readonly body: Uint8Array;
  readonly clock: Clock;
  readonly startedMs: number;
}

/** How the fast path answers one path. */
interface FastRoute {
  readonly maxBodyBytes: number;
  /** Whether the headers ask for nothing beyond the usual. */
  isPlain(headers: IncomingHttpHeaders): boolean;
  /** Writes the answer from the start of the sink, and gives its end; undefined for a body that the fast path cannot read. */
  write(auctions: ByteAuctions, request: BufferedRequest): number | undefined;
  /** The headers of an answer: names and values alternating. */
  headers(requestId: string, byteCount: number): string[];
}

const requestIdField = fragment(',"request_id":"');
const closeEnvelope = fragment('"}}}');
const microsPerMs = 1000;

/** `POST /auction` */
const auctionRoute = restRoute('auction', maxBytesOf.auction, (auctions, { call, body }, at) =>
  auctions.one(call, body, 0, body.length, at),
);

/** `POST /auction/batch`, as JSON */
const batchRoute = restRoute('auctions', maxBytesOf.auctionBatch, (auctions, { call, body }, at) =>
  auctions.batch(call, body, at),
);

/** An answer in REST's envelope, byte for byte as `okEnvelope` makes it. */
function restRoute(
  term: string,
  maxBodyBytes: number,
  writeContent: (auctions: ByteAuctions, request: BufferedRequest, at: number) => number | undefined,
): FastRoute {
  const openEnvelope = fragment(`{"response":{"status":"OK","${term}":`);
  const debugInfo = fragment(`,"dbg_info":{"output_term":"${term}","version":"1.0","warnings":[],"time":`);
  return {
    maxBodyBytes,
    isPlain: () => true,
    write(auctions, request) {
      const { sink } = auctions;
      const behind = writeContent(auctions, request, sink.fragment(0, openEnvelope));
      if (behind === undefined) return undefined;
      const tookMicros = Math.round((request.clock.elapsedMs() - request.startedMs) * microsPerMs);
      // The sink writes micros as units with decimals: thousandths of a millisecond, times 1000, give milliseconds.
      let at = sink.micros(sink.fragment(behind, debugInfo), tookMicros * microsPerMs);
      at = sink.text(sink.fragment(at, requestIdField), request.call.requestId);
      return sink.fragment(at, closeEnvelope);
    },
    headers: (id, byteCount) => [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      String(byteCount),
      'x-request-id',
      id,
    ],
  };
}

/** `auction.run` alone, as tRPC clients send it */
const callRoute = trpcRoute('', '');

/** `auction.run` in a batch of one, as most tRPC clients send it */
const callBatchRoute = trpcRoute('[', ']', '{"0":', '}');

/** Byte for byte what tRPC's adapter answers. */
function trpcRoute(openAnswer: string, closeAnswer: string, openInput = '', closeInput = ''): FastRoute {
  const before = fragment(`${openAnswer}{"result":{"data":`);
  const behind = fragment(`}}${closeAnswer}`);
  const [openBytes, closeBytes] = [Buffer.from(openInput), Buffer.from(closeInput)];
  return {
    maxBodyBytes: maxBytesOf.trpc,
    isPlain: (headers) => headers['trpc-accept'] === undefined && headers['idempotency-key'] === undefined,
    write(auctions, { call, body }) {
      const { sink } = auctions;
      const [start, end] = [openBytes.length, body.length - closeBytes.length];
      const isOpened = openBytes.equals(body.subarray(0, start));
      if (end < start || !isOpened || !closeBytes.equals(body.subarray(end))) return undefined;
      const at = auctions.one(call, body, start, end, sink.fragment(0, before));
      if (at === undefined) return undefined;
      return sink.fragment(at, behind);
    },
    headers: (_requestId, byteCount) => [
      'content-type',
      'application/json',
      'content-length',
      String(byteCount),
      'vary',
      'trpc-accept, accept',
    ],
  };
}

const routes = new Map<string | undefined, FastRoute>([
  ['/auction', auctionRoute],
  ['/v1/auction', auctionRoute],
  ['/auction/batch', batchRoute],
  ['/v1/auction/batch', batchRoute],
  ['/trpc/auction.run', callRoute],
  ['/trpc/auction.run?batch=1', callBatchRoute],
]);

interface FastPathDeps {
  readonly authenticator: Authenticator;
  readonly auctions: ByteAuctions;
  /** Answers everything else. */
  readonly others: RequestListener;
}

/** The auctions that the fast path answers cause no warnings. */
const ignoreWarning = () => {};

/**
 * Answers auctions of remembered callers from bytes to bytes, because express and its middleware cost more than the
 * auction. A request that is unusual in any way (a header, a credential, the body) goes to `others`, which answers it as
 * if the fast path were not there.
 */
export function auctionFastPath({ authenticator, auctions, others }: FastPathDeps): RequestListener {
  const { clock } = authenticator;
  const deadlines = new BodyDeadlines();
  let written: Buffer = Buffer.alloc(0);

  return (request, response) => {
    const route = routes.get(request.url);
    const admission =
      route !== undefined && isPlain(request, route)
        ? authenticator.recall(request.headers.authorization, request.socket)
        : undefined;
    if (route === undefined || admission?.caller.scopes.includes('auction') !== true) others(request, response);
    else readPlainBody(request, deadlines, (body) => answer(route, admission, body, request, response));
  };

  function answer(
    route: FastRoute,
    { caller, freshUntilMs }: Admission,
    body: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const startedMs = clock.elapsedMs();
    const requestId = requestIdOf(request);
    const call = { caller, requestId, warn: ignoreWarning };
    // A body may take so long to arrive that the credential has to be looked up again.
    const end = startedMs < freshUntilMs ? tryWrite(route, { call, body, clock, startedMs }) : undefined;
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

  function tryWrite(route: FastRoute, request: BufferedRequest): number | undefined {
    try {
      return route.write(auctions, request);
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
    isJsonType(type) &&
    (accept === undefined || accept === '*/*' || accept === 'application/json') &&
    Number(length) > 0 &&
    Number(length) <= route.maxBodyBytes &&
    encoding === undefined &&
    expect === undefined &&
    route.isPlain(headers)
  );
}
