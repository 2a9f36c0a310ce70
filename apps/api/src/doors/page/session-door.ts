import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, inKey, Login, ServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import type { ServiceHandlers } from '../../handlers/handlers.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AddressOf } from '../http/client.ts';
import { allowedMethods, Exchange } from '../http/exchange.ts';
import { maxBytesOf, readBytes, readJson, requireJsonWanted } from '../http/request.ts';
import { requireOwnOrigin, requireOwnPage } from '../http/own-page.ts';
import { admitCookie, namesNobody, noSessionCookie, sessionCookie, sessionToken } from './session-cookie.ts';

export interface SessionDeps {
  readonly handlers: Pick<ServiceHandlers, 'auth' | 'endToken'>;
  readonly credentialIndex: CredentialIndex;
  readonly throttle: Throttle;
  readonly addressOf: AddressOf;
  readonly log: Logger;
}

/** Where the page logs in and out, and asks who it acts for. */
export const sessionPath = '/app/session';

const methods = allowedMethods(['GET', 'POST', 'DELETE']);

/** Who the page acts for. */
const toSession = ({ userId, username, role, memberId, scopes }: Caller) => ({
  user_id: userId,
  username,
  role,
  member_id: memberId,
  scopes,
});

/**
 * Answers the session of the page. It is no operation of the contract: its token travels in a cookie, which only a browser
 * keeps, and clients of the API have `POST /auth`.
 */
export function createSessionDoor(deps: SessionDeps) {
  const { credentialIndex, handlers, throttle, addressOf, log } = deps;

  async function read(request: IncomingMessage, exchange: Exchange): Promise<void> {
    // For a 401 the browser would log an error to its console, at the first visit of each user.
    if (namesNobody(request)) return exchange.ok('session', { session: null });
    admitCookie(request);
    const caller = await credentialIndex.authenticate(request.headers.authorization);
    exchange.charge(await throttle.take(caller, 'read'));
    if (caller instanceof ServiceError) throw caller;
    exchange.ok('session', { session: toSession(caller) });
  }

  async function logIn(request: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> {
    requireOwnOrigin(request);
    const credentials = Login.parse(inKey('session')(await readJson(request, maxBytesOf.login)));
    const nobody = new ServiceError('not_authenticated', 'not logged in yet');
    const { token } = await handlers.auth.login(exchange.context(nobody, addressOf), credentials);
    const caller = await credentialIndex.authenticate(token);
    // The user's password may have changed meanwhile.
    if (caller instanceof ServiceError) throw caller;
    await handlers.endToken(sessionToken(request));
    response.setHeader('set-cookie', sessionCookie(token, request));
    exchange.ok('session', { session: toSession(caller) });
  }

  async function logOut(request: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> {
    requireOwnPage(request);
    await readBytes(request, maxBytesOf.login);
    admitCookie(request);
    const caller = await credentialIndex.authenticate(request.headers.authorization);
    await handlers.endToken(sessionToken(request), exchange.context(caller, addressOf));
    response.setHeader('set-cookie', noSessionCookie(request));
    exchange.ok(null, {});
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = new Exchange(request, response, sessionPath.slice(1), log);
    const { method = '' } = request;
    try {
      if (method === 'OPTIONS') return exchange.options(methods);
      requireJsonWanted(request);
      if (method === 'POST') return await logIn(request, response, exchange);
      if (method === 'DELETE') return await logOut(request, response, exchange);
      if (method === 'GET' || method === 'HEAD') return await read(request, exchange);
      const message = `${sessionPath} has no ${method}, allowed: ${methods.join(', ')}`;
      throw new ServiceError('method_not_allowed', message, { allow: methods });
    } catch (error) {
      exchange.fail(error);
    }
  };
}
