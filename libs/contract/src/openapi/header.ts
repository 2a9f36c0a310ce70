import type { Json } from './json.ts';

const header = (description: string, schema: Json): Json => ({ description, schema });
const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };

/** The caller's use of its rate limit, where requests of this kind are limited. */
const usage = Object.fromEntries(
  (['read', 'write', 'auction'] as const).flatMap((kind) => [
    [`x-count-${kind}`, header('Requests in this minute, if limited', whole)],
    [`x-ratelimit-${kind}`, header('Allowed in a minute, if limited', whole)],
  ]),
);

/** Every answer, also of a success, to a caller with rate limits has these headers. */
export const usageHeaders = Object.keys(usage);

/** The headers of answers, by name. */
export const headers: Json = {
  'x-request-id': {
    ...header('Names the request in the log and the change log; made by the service if the request has none', text),
    required: true,
  },
  etag: header('The state of the one object that is answered, for If-Match', text),
  ...usage,
  'www-authenticate': header('With 401: `Bearer`, with `error="invalid_token"` where a token or key was sent', text),
  allow: header('With 405: the methods that the path has', text),
  'retry-after': header('With 429 and 503: seconds after which to try again', whole),
  'x-ratelimit-code': header('With 429 and 503: the error_code', text),
};

/** References to headers, which the document defines once. */
export const headersNamed = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of a success besides those of every answer. */
export const headersOf = (isTagged: boolean): Json => (isTagged ? { headers: headersNamed(['etag']) } : {});
