import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Fragment, fragment, type JsonSink } from '@auction-tiers/auction-codec';
import { toUsageDebug, type Usage } from '../../throttle/throttle.ts';
import { isJsonType, maxBytesOf } from './request.ts';

/** What is written after the answer of an auction, and how long the answer took. */
interface Closing {
  readonly requestId: string;
  readonly tookMs: number;
  /** What the caller has used of its rate limit; null where auctions are not counted. */
  readonly usage: Usage | null;
  /** The currency of the auctions' money; undefined: they have several. */
  readonly currency: string | undefined;
}

/** How the fast path answers one path. */
export interface FastRoute {
  /** As metrics name it. */
  readonly path: string;
  /** The service that REST's errors name; null for tRPC, whose adapter words the errors. */
  readonly service: string | null;
  readonly isBatch: boolean;
  readonly maxBodyBytes: number;
  /** Whether the headers ask for nothing beyond the usual. */
  isPlain(headers: IncomingHttpHeaders): boolean;
  /** Where the auction or the batch is in the body; undefined for a body that the fast path cannot read. */
  find(body: Buffer): readonly [start: number, end: number] | undefined;
  /** The bytes before the answer. */
  readonly opening: Fragment;
  /** Writes the bytes after the answer. */
  close(sink: JsonSink, at: number, closing: Closing): number;
  /** The headers of an answer: names and values alternating. */
  headers(requestId: string, byteCount: number): string[];
}

/** Of every answer of an auction: prices must not stay in a cache, nor be taken for a page. Names and values alternate. */
export const privateHeaders = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff'] as const;

const requestIdField = fragment(',"request_id":"');
const quote = fragment('"');
const closeEnvelope = fragment('}}}');
/** The end of an answer, by the currency that it names. */
const closings = new Map<string | undefined, Fragment>([[undefined, closeEnvelope]]);
function closingIn(currency: string | undefined): Fragment {
  let closing = closings.get(currency);
  if (closing === undefined) {
    closing = fragment(`,"currency":"${currency}"}}}`);
    closings.set(currency, closing);
  }
  return closing;
}
const microsPerMs = 1000;

/** `POST /auction` */
const auctionRoute = restRoute('/auction', 'auction', false, maxBytesOf.auction);

/** `POST /auction/batch`, as JSON */
const batchRoute = restRoute('/auction/batch', 'auctions', true, maxBytesOf.auctionBatch);

/** An answer in REST's envelope, byte for byte as `okEnvelope` makes it. */
function restRoute(path: string, term: string, isBatch: boolean, maxBodyBytes: number): FastRoute {
  const debugInfo = fragment(`,"dbg_info":{"output_term":"${term}","version":"1.0","warnings":[],"time":`);
  return {
    path,
    service: path.slice(1),
    isBatch,
    maxBodyBytes,
    isPlain: (headers) => headers['idempotency-key'] === undefined,
    find: ({ length }) => [0, length],
    opening: fragment(`{"response":{"status":"OK","${term}":`),
    close(sink, behind, { requestId, tookMs, usage, currency }) {
      const tookMicros = Math.round(tookMs * microsPerMs);
      // The sink writes micros as units with decimals: thousandths of a millisecond, times 1000, give milliseconds.
      let at = sink.micros(sink.fragment(behind, debugInfo), tookMicros * microsPerMs);
      at = sink.fragment(sink.text(sink.fragment(at, requestIdField), requestId), quote);
      if (usage !== null) at = sink.fragment(at, fragment(`,${JSON.stringify(toUsageDebug(usage)).slice(1, -1)}`));
      return sink.fragment(at, closingIn(currency));
    },
    headers: (id, byteCount) => [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      String(byteCount),
      'x-request-id',
      id,
      ...privateHeaders,
    ],
  };
}

/** `auction.run` alone, as tRPC clients send it */
const callRoute = trpcRoute('', '');

/** `auction.run` in a batch of one, as most tRPC clients send it */
const callBatchRoute = trpcRoute('[', ']', '{"0":', '}');

/** Byte for byte what tRPC's adapter answers. */
function trpcRoute(openAnswer: string, closeAnswer: string, openInput = '', closeInput = ''): FastRoute {
  const closing = fragment(`}}${closeAnswer}`);
  const [openBytes, closeBytes] = [Buffer.from(openInput), Buffer.from(closeInput)];
  return {
    path: '/trpc/auction.run',
    service: null,
    isBatch: false,
    maxBodyBytes: maxBytesOf.trpc,
    isPlain: (headers) => headers['trpc-accept'] === undefined && headers['idempotency-key'] === undefined,
    find(body) {
      const [start, end] = [openBytes.length, body.length - closeBytes.length];
      const isOpened = openBytes.equals(body.subarray(0, start));
      return end < start || !isOpened || !closeBytes.equals(body.subarray(end)) ? undefined : [start, end];
    },
    opening: fragment(`${openAnswer}{"result":{"data":`),
    close: (sink, at) => sink.fragment(at, closing),
    headers: (_requestId, byteCount) => [
      'content-type',
      'application/json',
      'content-length',
      String(byteCount),
      'vary',
      'trpc-accept, accept',
      ...privateHeaders,
    ],
  };
}

/** The routes of the auction fast path, by request target. */
export const fastRoutes = new Map<string | undefined, FastRoute>([
  ['/auction', auctionRoute],
  ['/v1/auction', auctionRoute],
  ['/auction/batch', batchRoute],
  ['/v1/auction/batch', batchRoute],
  ['/trpc/auction.run', callRoute],
  ['/trpc/auction.run?batch=1', callBatchRoute],
]);

/** Whether the headers are those of a usual request. */
export function isPlain({ method, headers }: IncomingMessage, route: FastRoute): boolean {
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
