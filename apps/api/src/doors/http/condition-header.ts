import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from '@auction-tiers/contract';

const keyHeader = 'idempotency-key';

/** The name that a caller gives a request, so that sending it again does nothing again. Throws for one that is no name. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[keyHeader];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = `is ${JSON.stringify(key)}, allowed: 1 to 255 visible characters without a space`;
  throw invalid([{ path: keyHeader, message }]);
}

/** The states in one of which an object must be to be changed, as they were sent. */
export function readIfMatch({ 'if-match': tags }: IncomingHttpHeaders): string | undefined {
  return tags === '' ? undefined : tags;
}
