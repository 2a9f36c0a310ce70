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
import type { Audit } from '../../audit/audit.ts';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import { type Throttle, toUsageHeaders, type Usage } from '../../throttle/throttle.ts';
import type { AddressOf } from '../http/client.ts';
import {
  keptBody,
  maxBytesOf,
  readIdempotencyKey,
  readNotes,
  requestIdOf,
  requireJsonType,
  requireUncompressed,
  toClient,
} from '../http/request.ts';
import { allowedMethods, Exchange, toAnswerable, toErrorHeaders } from '../http/exchange.ts';
import { isOfOwnPage } from '../http/own-page.ts';
import { refuseFollower, subscriptionPaths } from './refuse-follower.ts';
import { answerTrpcError } from './trpc-error.ts';

/** Procedures that one batch may hold. */
const maxBatch = 100;

/** Procedures that take a whole tier set, and are called alone. */
const tierSetPaths: ReadonlySet<string> = new Set(
  allOperations.filter(takesTierSet).map(({ procedure }) => `/${procedure}`),
);
const writes: ReadonlySet<string> = new Set(allOperations.filter(isWrite).map(({ procedure }) => procedure));

interface TrpcDeps {
  readonly router: AppRouter;
  readonly throttle: Throttle;
  readonly log: Logger;
  readonly credentialIndex: CredentialIndex;
  readonly addressOf: AddressOf;
  readonly audit: Audit;
}

/** The router, served as tRPC clients expect it. */
export function trpcDoor({ router, throttle, log, credentialIndex, addressOf, audit }: TrpcDeps): RequestHandler[] {
  const door = (maxBodySize: number, isOfPage: boolean) =>
    createExpressMiddleware({
      router,
      maxBodySize,
      maxBatchSize: maxBatch,
      createContext: async ({ req, res, info }) => {
        const paths = info.calls.map(({ path }) => path);
        const caller = await credentialIndex.authenticate(req.headers.authorization);
        const isCounted = res.locals['isCounted'] === true;
        const usages = isCounted ? [] : await takeBatch(throttle, caller, info.type, paths);
        for (const usage of usages) res.setHeaders(toUsageHeaders(usage));
        const refused = usages.find(({ refusal }) => refusal !== null);
        return {
          caller: refused?.refusal ?? caller,
          ...(caller instanceof ServiceError ? {} : lastingOf(credentialIndex, info.type, req, res)),
          requestId: requestIdOf(req),
          credential: req.headers.authorization,
          client: toClient(req, addressOf),
          idempotencyKey: idempotencyKeyOf(req, info.calls.length),
          ...(paths.some((path) => writes.has(path)) ? readNotes(req.headers) : {}),
          warn: () => {},
        };
      },
      responseMeta: ({ errors, paths = [] }) => ({
        ...(isOfPage && isGone(errors) ? { status: multiStatus } : {}),
        headers: Object.assign({}, ...errors.map((error) => headersOf(toServiceError(error), paths))) as Record<
          string,
          string
        >,
      }),
      onError: ({ error, ctx, path = '' }) => {
        const answered = toAnswerable(error, ctx?.requestId ?? '', log);
        if (ctx !== undefined) audit.refusal(answered, ctx, path);
      },
    });
  const doorsTo = (isOfPage: boolean) => ({
    usual: door(maxBytesOf.trpc, isOfPage),
    ofTierSet: door(maxBytesOf.tierSet, isOfPage),
  });
  const [ofPage, ofOthers] = [doorsTo(true), doorsTo(false)];
  return [
    (request, response, next) => guard({ router, log }, request, response, next),
    refuseFollower({ router, credentialIndex, throttle }),
    (request, response, next) => {
      const { usual, ofTierSet } = isOfOwnPage(request) ? ofPage : ofOthers;
      return (tierSetPaths.has(request.path) ? ofTierSet : usual)(request, response, next);
    },
  ];
}

/**
 * What the page is answered about an object that is gone, such as a draft that somebody has just discarded: the error, as
 * to everybody, under the status of answers whose parts have a status each. A browser reports a 404 as a fault of the page.
 */
const multiStatus = 207;

/** Whether all that was refused is not there. */
const isGone = (errors: readonly Error[]): boolean =>
  errors.length > 0 && errors.every((error) => toServiceError(error).kind === 'not_found');

/** Checks of a caller's credential after the headers: once a mutation's body has arrived, and during a subscription. */
function lastingOf(
  credentialIndex: CredentialIndex,
  type: 'query' | 'mutation' | 'subscription' | 'unknown',
  request: Request,
  response: Response,
): Pick<Context, 'confirm' | 'refused'> {
  const { authorization } = request.headers;
  if (type === 'mutation') return { confirm: () => credentialIndex.authenticate(authorization) };
  if (type !== 'subscription') return {};
  const { refused, close } = credentialIndex.open(authorization);
  response.once('close', close);
  return { refused };
}

/** The headers of an error; for a method that is not allowed, also the methods of its procedures. */
const headersOf = (error: ServiceError, paths: readonly string[]): Readonly<Record<string, string>> => ({
  // The adapter sets no content type where it refuses a request before it asks a procedure.
  'content-type': 'application/json',
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

/** Handles what the adapter does not: OPTIONS, methods and hosts that it cannot read, and bodies that are no JSON. */
function guard(
  { router, log }: Pick<TrpcDeps, 'router' | 'log'>,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    const exchange = new Exchange(request, response, null, log);
    const allow = methodsOf(request.path.slice(1).split(','));
    const message = `${request.baseUrl}${request.path} has no ${method}, allowed: ${allow.join(', ')}`;
    if (method === 'OPTIONS') exchange.options(allow);
    else exchange.fail(new ServiceError('method_not_allowed', message, { allow }));
    return;
  }
  // The adapter makes a URL of the Host header, which must be a host without a user; no procedure asks for it.
  const host = URL.parse(`http://${request.headers.host}`);
  if (host === null || host.username !== '' || host.password !== '') request.headers.host = 'localhost';
  // A target that begins with two slashes names a host, whatever follows: the adapter refuses `//`.
  if (request.url.startsWith('//')) request.url = '//';
  // The adapter reads one JSON content type, and gives procedures forms, bytes and compressed bodies: none takes these.
  if (method === 'POST') {
    try {
      requireJsonType(request);
      requireUncompressed(request);
    } catch (error) {
      return answerTrpcError(router, error, response, { path: request.path.slice(1), type: 'mutation' });
    }
    request.headers['content-type'] = 'application/json';
  }
  // The adapter answers HEAD without asking the procedure. The response knows that it was HEAD, and sends no body.
  if (method === 'HEAD' && !subscriptionPaths.has(request.path)) request.method = 'GET';
  // The adapter sets no content type where it cannot read the target.
  response.setHeader('content-type', 'application/json');
  // The adapter takes a body that was read already from here.
  const kept = keptBody(request);
  if (kept !== undefined) request.body = kept.toString('utf8');
  next();
}

/** An idempotency key names one call: with several, it would be unclear which were done before. */
function idempotencyKeyOf(request: Pick<Request, 'headers'>, calls: number): string | undefined {
  const key = readIdempotencyKey(request.headers);
  if (key === undefined || calls === 1) return key;
  throw invalid([{ path: 'idempotency-key', message: `is sent with ${calls} calls, allowed: with one call` }]);
}

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
