import {
  allOperations,
  type AppRouter,
  type Caller,
  type Context,
  invalid,
  isWrite,
  ServiceError,
  takesTierSet,
  toServiceError,
} from '@auction-tiers/contract';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Authenticator } from '../../auth/authenticate.ts';
import { type Throttle, toUsageHeaders, type Usage } from '../../throttle/throttle.ts';
import type { AddressOf } from '../http/client.ts';
import {
  bufferedBody,
  bufferedUsage,
  isJsonType,
  limitBodyTime,
  maxBytesOf,
  readIdempotencyKey,
  readNotes,
  requestIdOf,
  toClient,
} from '../http/request.ts';
import { allowedMethods, Exchange, toAnswerable, toErrorHeaders } from '../http/exchange.ts';
import { TierSetBodies } from '../rest/tier-set-bodies.ts';
import { openings } from './open-in-turn.ts';
import { holdAnswer } from './hold-answer.ts';
import { standIn } from './long-output.ts';
import { readLargeInput } from './read-large-input.ts';
import { refuseFollower } from './refuse-follower.ts';

/** Procedures that one batch may hold. */
const maxBatch = 100;

/** Procedures that take a whole tier set, and are called alone. */
const tierSetPaths: ReadonlySet<string> = new Set(
  allOperations.filter(takesTierSet).map(({ procedure }) => `/${procedure}`),
);
const fromMemory: ReadonlySet<string> = new Set(
  allOperations.filter(({ isFromMemory }) => isFromMemory).map(({ procedure }) => procedure),
);

const writes: ReadonlySet<string> = new Set(allOperations.filter(isWrite).map(({ procedure }) => procedure));

interface TrpcDeps {
  readonly router: AppRouter;
  readonly throttle: Throttle;
  readonly log: Logger;
  readonly authenticator: Authenticator;
  readonly addressOf: AddressOf;
}

/** The router, served as tRPC clients expect it. */
export function trpcDoor({ router, throttle, log, authenticator, addressOf }: TrpcDeps): RequestHandler[] {
  const tierSets = new TierSetBodies();
  const door = (takes: 'objects' | 'tierSet') =>
    createExpressMiddleware({
      router,
      maxBodySize: maxBytesOf.trpc,
      maxBatchSize: maxBatch,
      createContext: async ({ req, res, info }) => {
        const paths = info.calls.map(({ path }) => path);
        const find = isFromMemory(paths) ? 'recognise' : 'authenticate';
        const { authorization } = req.headers;
        const caller = await authenticator[find](authorization, req.socket);
        // Those that came together have waited for one answer of Redis.
        if (info.type === 'subscription') await openings.admitted.pass();
        const counted = bufferedUsage(req);
        const usages = counted === undefined ? await takeBatch(throttle, caller, info.type, paths) : [counted];
        for (const usage of usages) res.setHeaders(toUsageHeaders(usage));
        const refused = usages.find(({ refusal }) => refusal !== null);
        const client = toClient(req, addressOf);
        const large = { request: req, client, isBatch: info.isBatchCall };
        return {
          caller: refused?.refusal ?? caller,
          ...(caller instanceof ServiceError ? {} : lastingOf(authenticator, info.type, req, res)),
          requestId: requestIdOf(req),
          client,
          idempotencyKey: idempotencyKeyOf(req, info.calls.length),
          ...(paths.some((path) => writes.has(path)) ? readNotes(req.headers) : {}),
          warn: () => {},
          ...(takes === 'tierSet' ? { readInput: (operation) => readLargeInput(operation, large, tierSets) } : {}),
          standIn: (output) => standIn(res, output, info.calls.length),
        };
      },
      responseMeta: ({ errors, paths = [] }) => ({
        headers: Object.assign({}, ...errors.map((error) => headersOf(toServiceError(error), paths))) as Record<
          string,
          string
        >,
      }),
      onError: ({ error, ctx }) => void toAnswerable(error, ctx?.requestId ?? '', log),
    });
  const usual = door('objects');
  const ofTierSet = door('tierSet');
  return [
    (request, response, next) => guard(request, response, next, log),
    refuseFollower(router, authenticator),
    (request, response, next) => {
      if (!tierSetPaths.has(request.path)) return void usual(request, response, next);
      // The adapter reads nothing itself: a procedure does, once its caller may send it.
      request.body = '';
      ofTierSet(request, response, next);
    },
  ];
}

/** What holds a caller to its credential after the request's headers: while its body arrives, and while it is followed. */
function lastingOf(
  authenticator: Authenticator,
  type: 'query' | 'mutation' | 'subscription' | 'unknown',
  request: Request,
  response: Response,
): Pick<Context, 'confirm' | 'refused'> {
  const { authorization } = request.headers;
  if (type === 'mutation') return { confirm: () => authenticator.confirm(authorization, request.socket) };
  if (type !== 'subscription') return {};
  const { refused, close } = authenticator.open(authorization, request.socket);
  response.once('close', close);
  return { refused };
}

/** The headers of an error; of one about the method, also those that its procedures have. */
const headersOf = (error: ServiceError, paths: readonly string[]): Readonly<Record<string, string>> => ({
  ...toErrorHeaders(error),
  ...(error.kind === 'method_not_allowed' ? { allow: methodsOf(paths).join(', ') } : {}),
});

const typeOf = new Map(allOperations.map(({ procedure, type }) => [procedure, type]));

/** Mutations are sent by POST, everything else by GET; both, where it is not known which of them is meant. */
function methodsOf(procedures: readonly string[]): readonly string[] {
  const types = procedures.map((procedure) => typeOf.get(procedure));
  const isUnknown = types.length === 0 || types.includes(undefined);
  const isSent = (by: 'GET' | 'POST') =>
    isUnknown || types.some((type) => (type === 'mutation' ? 'POST' : 'GET') === by);
  return allowedMethods((['GET', 'POST'] as const).filter(isSent));
}

/**
 * What the adapter leaves open: HEAD and OPTIONS, bodies that never arrive, JSON of another type, methods that it cannot
 * read, answers without a length, and errors typed as plain text.
 */
function guard(request: Request, response: Response, next: NextFunction, log: Logger): void {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    const exchange = new Exchange(request, response, null, log);
    const allow = methodsOf(request.path.slice(1).split(','));
    const message = `${request.baseUrl}${request.path} has no ${method}, allowed: ${allow.join(', ')}`;
    if (method === 'OPTIONS') exchange.options(allow);
    else exchange.fail(new ServiceError('method_not_allowed', message, { allow }));
    return;
  }
  // The adapter reads JSON under its own type only; the REST door reads it under others too.
  if (request.method === 'POST' && isJsonType(request.headers['content-type'])) {
    request.headers['content-type'] = 'application/json';
  }
  holdAnswer(request, response);
  // The adapter answers HEAD without asking the procedure. The response knows that it was HEAD, and sends no body.
  if (method === 'HEAD') request.method = 'GET';
  const buffered = bufferedBody(request);
  // The adapter reads the body from here if the stream has ended.
  if (buffered !== undefined) request.body = buffered.toString('utf8');
  else if (request.method === 'POST') request.once('close', limitBodyTime(request));
  response.setHeader('content-type', 'application/json');
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    // A stream of the adapter says keep-alive, also where the client or this service is about to close the connection.
    if (name.toLowerCase() === 'connection') return response;
    return setHeader(name, String(value).startsWith('text/plain') ? 'application/json' : value);
  };
  next();
}

/** An idempotency key names one call: with several, it would be unclear which were done before. */
function idempotencyKeyOf(request: Pick<Request, 'headers'>, calls: number): string | undefined {
  const key = readIdempotencyKey(request.headers);
  if (key === undefined || calls === 1) return key;
  throw invalid([{ path: 'idempotency-key', message: `is sent with ${calls} calls, allowed: with one call` }]);
}

const isFromMemory = (paths: readonly string[]) => paths.length > 0 && paths.every((path) => fromMemory.has(path));

const scopeOf = new Map(allOperations.map(({ procedure, scope }) => [procedure, scope]));

/**
 * Counts every procedure of one tRPC request: auctions as auctions, logins not at all, all others by the type of the
 * request. A batch is refused as a whole, so that the client need not find out which part to send again.
 */
export async function takeBatch(
  throttle: Throttle,
  caller: Caller | ServiceError,
  type: 'query' | 'mutation' | 'subscription' | 'unknown',
  paths: readonly string[],
): Promise<readonly Usage[]> {
  const scopes = paths.map((path) => scopeOf.get(path));
  const auctions = scopes.filter((scope) => scope === 'auction').length;
  const logins = scopes.filter((scope) => scope === null).length;
  const taken = await Promise.all([
    throttle.take(caller, type === 'mutation' ? 'write' : 'read', paths.length - auctions - logins),
    throttle.take(caller, 'auction', auctions),
  ]);
  return taken.filter((usage) => usage !== null);
}
