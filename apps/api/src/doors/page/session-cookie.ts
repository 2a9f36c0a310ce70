import type { IncomingMessage } from 'node:http';

const name = 'auction_tiers_session';
/** The values of all cookies of that name: a browser separates cookies by `; `. */
const sent = new RegExp(`(?:^|;)[ \t]*${name}=([^;]*)`, 'g');
/** As `createToken` makes them. An API key is never taken from a cookie. */
const tokenForm = /^at_[\w-]{43}$/;

/**
 * The token in the cookie of the page; undefined where there is none, and where there are several: a page of a neighbouring
 * host can set a second one, for the domain that both are in, and a browser does not say which is which.
 */
export function sessionToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined) return undefined;
  const values = Array.from(cookie.matchAll(sent), ([, value = '']) => value);
  const [value = ''] = values;
  return values.length === 1 && tokenForm.test(value) ? value : undefined;
}

/** Whether a request names no caller: neither by Authorization nor by a cookie of the page, whatever its value. */
export const namesNobody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.authorization === undefined && (headers.cookie ?? '').search(sent) < 0;

/**
 * Takes the credential of a request without Authorization from the cookie: all that follows sees it as if it had been sent
 * as Authorization. Says whether it did.
 */
export function admitCookie({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers.authorization !== undefined) return false;
  const token = sessionToken({ headers });
  if (token === undefined) return false;
  headers.authorization = token;
  return true;
}

const attributes = 'Path=/; HttpOnly; SameSite=Strict';

/** Without a lifetime: it ends with the browser, or with its token. */
export const sessionCookie = (token: string, request: Pick<IncomingMessage, 'headers'>): string =>
  `${name}=${token}; ${attributes}${isHttps(request) ? '; Secure' : ''}`;

/** Has the browser delete the cookie. */
export const noSessionCookie = (request: Pick<IncomingMessage, 'headers'>): string =>
  `${name}=; ${attributes}; Max-Age=0${isHttps(request) ? '; Secure' : ''}`;

/**
 * Whether the browser came by https, which a proxy terminates. Any client may claim so: a wrong claim makes its own cookie
 * stricter, and nothing else.
 */
function isHttps({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin = '', 'x-forwarded-proto': forwarded = '' } = headers;
  return origin.startsWith('https://') || /(?:^|,)\s*https\s*$/i.test(String(forwarded));
}
