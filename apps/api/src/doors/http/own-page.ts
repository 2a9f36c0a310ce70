import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@auction-tiers/contract';

/** Only this service's page can send it: for other pages, browsers first send a preflight request, which is refused. */
const header = 'x-auction-tiers-page';

/** Whether a request says that the page of this service has sent it. */
export const isOfOwnPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => headers[header] === '1';

/** Throws unless a write that carries the cookie was made by the page of this service. */
export function requireOwnPage(request: Pick<IncomingMessage, 'headers'>): void {
  requireOwnOrigin(request);
  if (isOfOwnPage(request)) return;
  const { [header]: value } = request.headers;
  const seen = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
  throw new ServiceError('forbidden', `the header ${header} ${seen}, needed with a session of the page: 1`);
}

/**
 * Throws where a browser says that a page of another origin made the request. A browser that knows says so in
 * Sec-Fetch-Site, whatever a proxy makes of the host; one that does not (over http to another machine) names the origin,
 * which must be the host that was asked.
 */
export function requireOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site === 'same-origin' || site === 'none') return;
  if (site !== undefined) throw foreign('sec-fetch-site', site, 'same-origin');
  if (origin === undefined) return;
  const forwarded = String(headers['x-forwarded-host'] ?? '');
  const hosts = [headers.host, ...forwarded.split(',').map((host) => host.trim())].filter(Boolean);
  if (!hosts.includes(hostOf(origin))) throw foreign('origin', origin, `an origin of ${hosts.join(' or ')}`);
}

const foreign = (name: string, seen: string, allowed: string) =>
  new ServiceError('forbidden', `the header ${name} is ${JSON.stringify(seen)}, allowed here: ${allowed}`);

/** The host and port of an origin; undefined for `null`, an origin that the browser hides. */
function hostOf(origin: string): string | undefined {
  const host = URL.parse(origin)?.host;
  return host === '' ? undefined : host;
}
