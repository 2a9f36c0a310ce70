import type { IncomingHttpHeaders } from 'node:http';
import { fragment } from '@auction-tiers/auction-codec';
import type { CallContext } from '@auction-tiers/contract';
import { maxBytesOf } from '../http/body.ts';
import type { ByteAuctions } from '../http/byte-auctions.ts';

/** A body, and who sent it. */
export interface Asked {
  readonly call: CallContext;
  readonly body: Uint8Array;
  readonly startedMs: number;
}

/** What a path does with a body. */
export interface FastRoute {
  readonly maxBodyBytes: number;
  /** Whether the headers ask for nothing that this path would have to think about. */
  isPlain(headers: IncomingHttpHeaders): boolean;
  /** Writes the answer from the sink's start, and gives the place behind it; undefined for a body that is not plain. */
  write(auctions: ByteAuctions, asked: Asked): number | undefined;
  /** The headers of an answer: names and values in turn. */
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
  writeContent: (auctions: ByteAuctions, asked: Asked, at: number) => number | undefined,
): FastRoute {
  const openEnvelope = fragment(`{"response":{"status":"OK","${term}":`);
  const debugInfo = fragment(`,"dbg_info":{"output_term":"${term}","version":"1.0","warnings":[],"time":`);
  return {
    maxBodyBytes,
    isPlain: () => true,
    write(auctions, asked) {
      const { sink } = auctions;
      const behind = writeContent(auctions, asked, sink.fragment(0, openEnvelope));
      if (behind === undefined) return undefined;
      const tookMicros = Math.round((performance.now() - asked.startedMs) * microsPerMs);
      // Milliseconds with three decimals are to thousandths of them what units are to micros.
      let at = sink.micros(sink.fragment(behind, debugInfo), tookMicros * microsPerMs);
      at = sink.text(sink.fragment(at, requestId), asked.call.requestId);
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

/** `auction.run` as tRPC's clients call it, alone */
export const callRoute = trpcRoute('', '');

/** The same as most of tRPC's clients call it: in a batch, which is of one */
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
