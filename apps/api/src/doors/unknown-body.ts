import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AppRouter, type Caller, isRest, ServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { CredentialIndex } from '../auth/credential-index.ts';
import { ConcurrencyLimit } from '../loop/concurrency-limit.ts';
import { servedOperations } from './http/compiled-input.ts';
import { Exchange } from './http/exchange.ts';
import { collectBytes, keepBody, keptBody, maxBytesOf } from './http/request.ts';
import { sessionToken } from './page/session-cookie.ts';
import { sessionPath } from './page/session-door.ts';
import { answerTrpcError } from './trpc/trpc-error.ts';

/** Bodies of unknown callers that a process reads at the same time: 200 of 16 KiB are 3 MiB. */
const mostBodies = 200;
/** A body of an unknown caller must have arrived within this time, whatever keeps its connection busy. */
const arrivalMs = 10_000;

/** The paths that read a body before they know its caller: logins. All others refuse an unknown caller first. */
const loginPaths: ReadonlySet<string> = new Set([
  sessionPath,
  ...servedOperations
    .filter(isRest)
    .flatMap(({ scope, rest: { path, body } }) => (scope === null && body !== undefined ? [path, `/v1${path}`] : [])),
]);

interface Deps {
  readonly router: AppRouter;
  readonly credentialIndex: Pick<CredentialIndex, 'knows' | 'authenticate'>;
  readonly log: Logger;
}

/**
 * Bounds what callers without a known credential may send: 16 KiB, within 10 seconds, 200 bodies at a time. An unknown
 * credential counts as none. Where a path reads such a body at all, it is read here, and passed on once it is whole.
 */
export function boundUnknownBodies(deps: Deps, next: RequestListener): RequestListener {
  const limit = new ConcurrencyLimit(mostBodies, 'requests of unknown callers');
  return (request, response) => {
    if (!hasBody(request) || keptBody(request) !== undefined || deps.credentialIndex.knows(credentialOf(request))) {
      next(request, response);
      return;
    }
    void bound(request, response);
  };

  async function bound(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Of a credential that only the store can know.
    const caller = await findCaller(request);
    if (!(caller instanceof ServiceError)) return next(request, response);
    cutWhenLate(request, response);
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    // By another method no procedure is called: the door of tRPC refuses that without the body.
    const isTrpc = path.startsWith('/trpc/') && ['GET', 'HEAD', 'POST'].includes(request.method ?? '');
    if (!isTrpc && !loginPaths.has(path)) return next(request, response);
    // A caller whose credential has ended must hear of that, also where its body is larger than a login.
    const isLogin = !isTrpc || path.includes('auth.login');
    const tooLarge = () =>
      isLogin
        ? new ServiceError('too_large', `the body is larger than ${maxBytesOf.login} bytes, the most before a login`)
        : caller;
    try {
      if (Number(request.headers['content-length'] ?? 0) > maxBytesOf.login) throw tooLarge();
      keepBody(request, await limit.run(() => collectBytes(request, maxBytesOf.login, tooLarge)));
    } catch (error) {
      refuse(request, response, error, isTrpc ? path.slice('/trpc/'.length) : null);
      return;
    }
    next(request, response);
  }

  /** An outage of the store is for the path to answer: here it only means that the caller is not known. */
  async function findCaller(request: IncomingMessage): Promise<Caller | ServiceError> {
    try {
      return await deps.credentialIndex.authenticate(credentialOf(request));
    } catch {
      return new ServiceError('not_authenticated', 'the credential is not known here, and the store does not answer');
    }
  }

  function refuse(request: IncomingMessage, response: ServerResponse, error: unknown, procedure: string | null): void {
    // The body was late, or its client has gone.
    if (response.headersSent || response.destroyed) return;
    if (procedure === null) {
      new Exchange(request, response, 'auth', deps.log).fail(error);
      return;
    }
    // A connection that is closed with unread bytes is reset, and the client may never see the error.
    request.resume();
    answerTrpcError(deps.router, error, response, { path: procedure, type: 'mutation' });
  }
}

/** The credential of a request: the page's cookie counts too, which its doors check further. */
const credentialOf = (request: IncomingMessage): string | undefined =>
  request.headers.authorization ?? sessionToken(request);

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding !== undefined || (length !== undefined && Number(length) > 0);
}

/** Closes the connection of a body that has not arrived in time, with 408 where nothing was answered yet. */
function cutWhenLate(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.destroy();
    else response.writeHead(408, { connection: 'close' }).end(() => request.destroy());
  }, arrivalMs).unref();
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
}
