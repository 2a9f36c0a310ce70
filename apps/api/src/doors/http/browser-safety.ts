import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

const auctionPath = /^(?:(?:\/v1)?\/(?:auction|openrtb2)|\/trpc\/auction\.)/;

/**
 * What is served as a page brings its own content security policy, and transport security is the business of what ends
 * TLS: this service does not know whether it is reached by it.
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
 * Headers that keep browsers from reading more into an answer than there is. Auctions go without: they only answer POST,
 * so no browser can be led to one by a link or a frame, and the headers would cost each of them some microseconds.
 */
export function browserSafety(request: Request, response: Response, next: NextFunction): void {
  if (auctionPath.test(request.path)) {
    next();
    return;
  }
  addSafety(request, response);
  next();
}

/** The same for what is known to be no auction. */
export function addSafety(request: IncomingMessage, response: ServerResponse): void {
  // Tokens, keys and other people's prices are nothing for a cache.
  response.setHeader('cache-control', 'no-store');
  secure(request, response, ignoreEnd);
}

const ignoreEnd = () => {};
