import type { IncomingHttpHeaders } from 'node:http';
import { fragment } from '@auction-tiers/auction-codec';
import type { CallContext } from '@auction-tiers/contract';
import { maxBytesOf } from '../http/body.ts';
import type { ByteAuctions } from '../http/byte-auctions.ts';

/** A body, and the context of its request. */
export interface BufferedRequest {
  readonly call: CallContext;
  readonly body: Uint8Array;
  readonly startedMs: number;
}

/** How the fast path answers one path. */
export interface FastRoute {
  readonly maxBodyBytes: number;
  /** Whether the headers ask for nothing beyond the usual. */
  isPlain(headers: IncomingHttpHeaders): boolean;
  /** Writes the answer from the start of the sink, and gives its end; undefined for a body that the fast path cannot read. */
  write(auctions: ByteAuctions, request: BufferedRequest): number | undefined;
  /** The headers of an answer: names and values alternating. */
  headers(requestId: string, byteCount: number): string[];
}

const requestId = fragment(',"request_id":"');
const closeEnvelope = fragment('"}}}');
const microsPerMs = 1000;

/** `POST /auction` */
export const auctionRoute = restRoute('auction', maxBytesOf.auction, (auctions, { call, body }, at) =>
  auctions.one(call, body, 0, body.length, at),
);

/** `POST /auction/batch`, as JSON */
export const batchRoute = restRoute('auctions', maxBytesOf.auctionBatch, (auctions, { call, body }, at) =>
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
      const tookMicros = Math.round((performance.now() - request.startedMs) * microsPerMs);
      // The sink writes micros as units with decimals: thousandths of a millisecond, times 1000, give milliseconds.
      let at = sink.micros(sink.fragment(behind, debugInfo), tookMicros * microsPerMs);
      at = sink.text(sink.fragment(at, requestId), request.call.requestId);
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
export const callRoute = trpcRoute('', '');

/** `auction.run` in a batch of one, as most tRPC clients send it */
export const callBatchRoute = trpcRoute('[', ']', '{"0":', '}');

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
