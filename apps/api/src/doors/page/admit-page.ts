import type { IncomingMessage } from 'node:http';
import type { AppRouter } from '@auction-tiers/contract';
import express, { type RequestHandler } from 'express';
import { csvMediaType } from '../http/csv.ts';
import { answerTrpcError } from '../trpc/trpc-error.ts';
import { requireOwnPage } from '../http/own-page.ts';
import { admitCookie } from './session-cookie.ts';

/** Admits tRPC requests by the page's cookie. A POST, which may change something, must come from the page itself. */
export const admitPage =
  (router: AppRouter): RequestHandler =>
  (request, response, next) => {
    if (admitCookie(request) && request.method === 'POST') {
      try {
        requireOwnPage(request);
      } catch (error) {
        // A connection that is closed with unread bytes is reset, and the browser may never see the error.
        request.resume();
        answerTrpcError(router, error, response);
        return;
      }
    }
    next();
  };

/** Admits reads of a report by the page's cookie. A link cannot ask for CSV in a header, so it gets CSV. */
export const admitReport: RequestHandler = (request, _response, next) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && admitCookie(request) && isLink(request)) request.headers.accept = csvMediaType;
  next();
};

const isLink = (request: IncomingMessage): boolean =>
  express.request.accepts.call(request, 'application/json', csvMediaType, 'text/html') === 'text/html';
