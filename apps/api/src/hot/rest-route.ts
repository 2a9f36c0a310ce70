import { piece } from '@auction-tiers/auction-codec';
import { maxAuctionBytes, maxBatchBytes } from '../rest/auction-routes.ts';
import type { ByteAuctions } from './byte-auctions.ts';
import type { Asked, HotRoute } from './hot-route.ts';

const requestId = piece(',"request_id":"');
const closeEnvelope = piece('"}}}');
const microsPerMs = 1000;

/** `POST /auction` */
export const auctionRoute = restRoute('auction', maxAuctionBytes, (auctions, { call, body }, at) =>
  auctions.one(call, body, 0, body.length, at),
);

/** `POST /auction/batch`, as JSON */
export const batchRoute = restRoute('auctions', maxBatchBytes, (auctions, { call, body }, at) =>
  auctions.batch(call, body, at),
);

/** An answer in REST's envelope, byte for byte as `okEnvelope` makes it. */
function restRoute(
  term: string,
  maxBodyBytes: number,
  writeContent: (auctions: ByteAuctions, asked: Asked, at: number) => number | undefined,
): HotRoute {
  const openEnvelope = piece(`{"response":{"status":"OK","${term}":`);
  const debugInfo = piece(`,"dbg_info":{"output_term":"${term}","version":"1.0","warnings":[],"time":`);
  return {
    maxBodyBytes,
    isPlain: () => true,
    write(auctions, asked) {
      const { sink } = auctions;
      const behind = writeContent(auctions, asked, sink.piece(0, openEnvelope));
      if (behind === undefined) return undefined;
      const tookMicros = Math.round((performance.now() - asked.startedMs) * microsPerMs);
      // Milliseconds with three decimals are to thousandths of them what units are to micros.
      let at = sink.micros(sink.piece(behind, debugInfo), tookMicros * microsPerMs);
      at = sink.text(sink.piece(at, requestId), asked.call.requestId);
      return sink.piece(at, closeEnvelope);
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
