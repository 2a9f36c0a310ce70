import { type AppRouter, type Caller, invalid, ServiceError, toServiceError } from '@auction-tiers/contract';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { bufferedBody, limitBodyTime, maxBytesOf } from '../http/body.ts';
import { readIdempotencyKey } from '../http/condition-header.ts';
import { Exchange, requestIdOf, toAnswerable, toRetryHeaders } from '../http/exchange.ts';
import { takeBatch } from '../../throttle/take-batch.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import { toUsageHeaders } from '../../throttle/usage.ts';

/** Procedures that one batch may hold. */
const maxBatch = 100;

/** Calls that take a whole tier set, and travel alone. */
const tierSetPaths: ReadonlySet<string> = new Set(['/ymProfile.import', '/simulation.start']);

interface TrpcDeps {
  readonly router: AppRouter;
  readonly throttle: Throttle;
  readonly log: Logger;
  /** The caller of a request, or why there is none. */
  readonly callerOf: (
    request: Pick<Request, 'headers' | 'socket'>,
    isFromMemory: boolean,
  ) => Promise<Caller | ServiceError>;
}

/** The router as tRPC's clients ask it. */
export function trpcDoor({ router, throttle, log, callerOf }: TrpcDeps): RequestHandler[] {
  const door = (maxBodySize: number) =>
    createExpressMiddleware({
      router,
      maxBodySize,
      maxBatchSize: maxBatch,
      createContext: async ({ req, res, info }) => {
        const paths = info.calls.map(({ path }) => path);
        const caller = await callerOf(req, isOfMemory(paths));
        const usages = await takeBatch(throttle, caller, info.type, paths);
        for (const usage of usages) res.setHeaders(toUsageHeaders(usage));
        const refused = usages.find(({ refusal }) => refusal !== null);
        return {
          caller: refused?.refusal ?? caller,
          requestId: requestIdOf(req),
          idempotencyKey: idempotencyKeyOf(req, info.calls.length),
          warn: () => {},
        };
      },
      responseMeta: ({ errors }) => ({
        headers: Object.assign({}, ...errors.map((error) => toRetryHeaders(toServiceError(error)))) as Record<
          string,
          string
        >,
      }),
      onError: ({ error, ctx }) => void toAnswerable(error, ctx?.requestId ?? '', log),
    });
  const usual = door(maxBytesOf.trpc);
  const ofTierSets = door(maxBytesOf.tierSet);
  return [
    (request, response, next) => guard(request, response, next, log),
    (request, response, next) => (tierSetPaths.has(request.path) ? ofTierSets : usual)(request, response, next),
  ];
}

/** What the library leaves open: bodies that never come, methods that it cannot read, and errors called plain text. */
function guard(request: Request, response: Response, next: NextFunction, log: Logger): void {
  if (request.method !== 'GET' && request.method !== 'POST') {
    const allow = ['GET', 'POST'];
    const message = `${request.baseUrl} has no ${request.method}, allowed: ${allow.join(', ')}`;
    new Exchange(request, response, null, log).fail(new ServiceError('method_not_allowed', message, { allow }));
    return;
  }
  const buffered = bufferedBody(request);
  // The adapter takes a body from here where the stream has ended.
  if (buffered !== undefined) request.body = buffered.toString('utf8');
  else if (request.method === 'POST') request.once('close', limitBodyTime(request));
  response.setHeader('content-type', 'application/json');
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, String(value).startsWith('text/plain') ? 'application/json' : value);
  next();
}

/** The name is one call's: of several nobody could tell which were done before. */
function idempotencyKeyOf(request: Pick<Request, 'headers'>, calls: number): string | undefined {
  const key = readIdempotencyKey(request.headers);
  if (key === undefined || calls === 1) return key;
  throw invalid([{ path: 'idempotency-key', message: `is sent with ${calls} calls, allowed: with one call` }]);
}

/** Calls that are answered from memory, whether the store is there or not. */
const isOfMemory = (paths: readonly string[]) =>
  paths.length > 0 && paths.every((path) => /^(auction|dma|country)\./.test(path));
