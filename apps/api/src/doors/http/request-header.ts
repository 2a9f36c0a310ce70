import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { invalid, ServiceError } from '@auction-tiers/contract';
import express from 'express';
import { randomId } from '../../auth/secret.ts';

/** The client's own request id where it is of the allowed form, so that both logs can be matched; else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomId();
}

/** Throws unless the client accepts JSON, which is all that is answered. */
export function requireJsonWanted(request: IncomingMessage): void {
  const { accept = '*/*' } = request.headers;
  if (accept === '*/*' || accept === 'application/json') return;
  if (express.request.accepts.call(request, 'application/json', 'application/x-ndjson') !== false) return;
  throw new ServiceError(
    'not_acceptable',
    `the header accept is ${JSON.stringify(request.headers.accept)}, allowed: application/json`,
  );
}

const keyHeader = 'idempotency-key';

/** The key under which a client may send a create again without creating twice. Throws for one that is not of the form. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[keyHeader];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = `is ${JSON.stringify(key)}, allowed: 1 to 255 visible characters without a space`;
  throw invalid([{ path: keyHeader, message }]);
}

/** The entity tags, one of which an object must have to be changed, as they were sent. */
export function readIfMatch({ 'if-match': tags }: IncomingHttpHeaders): string | undefined {
  return tags === '' ? undefined : tags;
}
