import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, inKey, Login, requireCaller, ServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import type { ServiceHandlers } from '../../handlers/handlers.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AddressOf } from '../http/client.ts';
import { allowedMethods, Exchange, methodRefusal } from '../http/exchange.ts';
import { maxBytesOf, readBytes, readJson, requireJsonWanted } from '../http/request.ts';
import { requireOwnOrigin, requireOwnPage } from '../http/own-page.ts';
import { admitCookie, namesNobody, noSessionCookie, sessionCookie, sessionToken } from './session-cookie.ts';

export interface SessionDeps {
  readonly handlers: Pick<ServiceHandlers, 'auth' | 'endToken' | 'untoldOf' | 'noteTold' | 'sendsMail'>;
  readonly credentialIndex: CredentialIndex;
  readonly throttle: Throttle;
  readonly addressOf: AddressOf;
  readonly log: Logger;
}

/** Where the page logs in and out, and asks who it acts for. */
export const sessionPath = '/app/session';

/** Where the page asks what others have changed of its user, and says that the user has seen it. */
export const untoldPath = '/app/session/untold';

const Told = z.strictObject({ told_revision: z.string().max(100) });

/**
 * The answers of the session of the page, by path. It is no operation of the contract: its token travels in a cookie, which only a browser
 * keeps, and clients of the API have `POST /auth`.
 */
export function createSessionDoors(deps: SessionDeps) {
  const { credentialIndex, handlers, throttle, addressOf, log } = deps;

  /** Who the page acts for, and what the installation can do for them. */
  const toSession = ({ userId, username, role, memberId, scopes }: Caller) => ({
    user_id: userId,
    username,
    role,
    member_id: memberId,
    scopes,
    sends_mail: handlers.sendsMail,
  });

  /** The caller that the cookie names. */
  async function callerOf(request: IncomingMessage, exchange: Exchange, rate: 'read' | 'write'): Promise<Caller> {
    admitCookie(request);
    const caller = await credentialIndex.authenticate(request.headers.authorization);
    exchange.charge(await throttle.take(caller, rate));
    return requireCaller(caller);
  }

  async function read(request: IncomingMessage, exchange: Exchange): Promise<void> {
    // For a 401 the browser would log an error to its console, at the first visit of each user.
    if (namesNobody(request)) return exchange.ok('session', { session: null });
    exchange.ok('session', { session: toSession(await callerOf(request, exchange, 'read')) });
  }

  async function readUntold(request: IncomingMessage, exchange: Exchange): Promise<void> {
    const caller = await callerOf(request, exchange, 'read');
    exchange.ok('untold', { untold: await handlers.untoldOf(caller) });
  }

  async function noteTold(request: IncomingMessage, exchange: Exchange): Promise<void> {
    requireOwnPage(request);
    const caller = await callerOf(request, exchange, 'write');
    const { told_revision: revision } = Told.parse(inKey('untold')(await readJson(request, maxBytesOf.login)));
    await handlers.noteTold(caller, revision, exchange.requestId);
    exchange.ok('untold', { untold: await handlers.untoldOf(caller) });
  }

  async function logIn(request: IncomingMessage, exchange: Exchange, response: ServerResponse): Promise<void> {
    requireOwnOrigin(request);
    const credentials = Login.parse(inKey('session')(await readJson(request, maxBytesOf.login)));
    const nobody = new ServiceError('not_authenticated', 'not logged in yet');
    // The page asks what there is to tell, and shows it until its user has seen it.
    const context = { ...exchange.context(nobody, addressOf), showsWarnings: false };
    const { token } = await handlers.auth.login(context, credentials);
    // The user's password may have changed meanwhile.
    const caller = requireCaller(await credentialIndex.authenticate(token));
    await handlers.endToken(sessionToken(request));
    response.setHeader('set-cookie', sessionCookie(token, request));
    exchange.ok('session', { session: toSession(caller) });
  }

  async function logOut(request: IncomingMessage, exchange: Exchange, response: ServerResponse): Promise<void> {
    requireOwnPage(request);
    await readBytes(request, maxBytesOf.login);
    admitCookie(request);
    const caller = await credentialIndex.authenticate(request.headers.authorization);
    await handlers.endToken(sessionToken(request), exchange.context(caller, addressOf));
    response.setHeader('set-cookie', noSessionCookie(request));
    exchange.ok(null, {});
  }

  /** Answers a path by the method of the request; a HEAD as a GET. */
  const door = (path: string, answers: Readonly<Record<string, Answer>>) => {
    const methods = allowedMethods(Object.keys(answers));
    return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const exchange = new Exchange(request, response, path.slice(1), log);
      const { method = '' } = request;
      try {
        if (method === 'OPTIONS') return exchange.options(methods);
        requireJsonWanted(request);
        const answer = answers[method === 'HEAD' ? 'GET' : method];
        if (answer !== undefined) return await answer(request, exchange, response);
        throw methodRefusal(path, method, methods);
      } catch (error) {
        exchange.fail(error);
      }
    };
  };
  return {
    [sessionPath]: door(sessionPath, { GET: read, POST: logIn, DELETE: logOut }),
    [untoldPath]: door(untoldPath, { GET: readUntold, POST: noteTold }),
  };
}

type Answer = (request: IncomingMessage, exchange: Exchange, response: ServerResponse) => Promise<void>;
