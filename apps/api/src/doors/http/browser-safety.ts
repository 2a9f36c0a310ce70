import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

const auctionPath = /^(?:(?:\/v1)?\/(?:auction|openrtb2)|\/trpc\/auction\.)/;

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

/**
 * Headers that keep browsers from guessing at, framing or caching an answer. Auctions go without: they only answer POST, so
 * no link or frame leads a browser to one, and the headers would cost some microseconds per auction.
 */
export function browserSafety(request: Request, response: Response, next: NextFunction): void {
  if (auctionPath.test(request.path)) {
    next();
    return;
  }
  addSafety(request, response);
  next();
}

/** The same for a request that is known not to be an auction. */
export function addSafety(request: IncomingMessage, response: ServerResponse): void {
  // Tokens, keys and prices must not stay in a cache.
  response.setHeader('cache-control', 'no-store');
  secure(request, response, ignoreEnd);
}

const ignoreEnd = () => {};
