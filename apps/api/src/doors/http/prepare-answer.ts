import type { ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';
import helmet from 'helmet';
import type { NextFunction, Request, Response } from 'express';

/**
 * Pages bring their own content security policy, and transport security is up to the proxy that terminates TLS: this
 * service does not know whether there is one.
 */
const secure = helmet({
  contentSecurityPolicy: false,
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDownloadOptions: false,
  xXssProtection: false,
});

/** A shorter answer is not compressed: it fits into a packet or two as it is. */
export const leastCompressedBytes = 1024;

const uncompressed = new WeakSet<ServerResponse>();

/** Excludes an answer from compression: it is compressed already, or is a byte range. */
export const leaveUncompressed = (response: ServerResponse): void => void uncompressed.add(response);

/**
 * Compresses fast rather than small, because compression takes processor time from auctions. Events are not compressed,
 * because a client must be able to read each one when it is written.
 */
const compress = compression({
  threshold: leastCompressedBytes,
  level: constants.Z_BEST_SPEED,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  filter: (request, response) =>
    !String(response.getHeader('content-type')).startsWith('text/event-stream') &&
    !uncompressed.has(response) &&
    compression.filter(request, response),
});

/**
 * Prepares the answer to any request that is not an auction: it is compressed as the client accepts it, and has the
 * headers that keep browsers from guessing at, framing or caching it. Tokens, keys and prices must not stay in a cache.
 */
export function prepareAnswer(request: Request, response: Response, next: NextFunction): void {
  // HEAD is treated as GET, so that both have the same headers.
  const { headers, method } = request;
  const asked = method === 'HEAD' ? ({ headers, method: 'GET' } as Request) : request;
  response.setHeader('cache-control', 'no-store');
  secure(request, response, () => compress(asked, response, next));
}
