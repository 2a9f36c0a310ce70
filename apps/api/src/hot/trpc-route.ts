import { piece } from '@auction-tiers/auction-codec';
import { maxTrpcBytes } from '../trpc/trpc-door.ts';
import type { HotRoute } from './hot-route.ts';

/** `auction.run` as tRPC's clients call it, alone */
export const callRoute = trpcRoute('', '');

/** The same as most of tRPC's clients call it: in a batch, which is of one */
export const callBatchRoute = trpcRoute('[', ']', '{"0":', '}');

/** Byte for byte what tRPC's adapter answers. */
function trpcRoute(openAnswer: string, closeAnswer: string, openInput = '', closeInput = ''): HotRoute {
  const before = piece(`${openAnswer}{"result":{"data":`);
  const behind = piece(`}}${closeAnswer}`);
  const [openBytes, closeBytes] = [Buffer.from(openInput), Buffer.from(closeInput)];
  return {
    maxBodyBytes: maxTrpcBytes,
    isPlain: (headers) => headers['trpc-accept'] === undefined && headers['idempotency-key'] === undefined,
    write(auctions, { call, body }) {
      const { sink } = auctions;
      const [start, end] = [openBytes.length, body.length - closeBytes.length];
      const isOpened = openBytes.equals(body.subarray(0, start));
      if (end < start || !isOpened || !closeBytes.equals(body.subarray(end))) return undefined;
      const at = auctions.one(call, body, start, end, sink.piece(0, before));
      if (at === undefined) return undefined;
      return sink.piece(at, behind);
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
