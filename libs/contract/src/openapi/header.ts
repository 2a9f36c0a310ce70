import { rateOf } from '../caller/caller.ts';
import type { RestOperation } from '../operation/list.ts';
import type { Json } from './json.ts';

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };

/** The header that every answer has. */
export const requestId: Json = {
  'x-request-id': {
    description: 'Names the request in the log',
    required: true,
    schema: text,
  },
};

/** An entity tag of one object. */
const etag: Json = { description: 'The state of the one object that is answered, for If-Match', schema: text };

/** What a caller has used of its rate limit, where the requests of its kind are limited. */
const usageOf = (kind: 'read' | 'write' | 'auction'): Json => ({
  [`x-count-${kind}`]: { description: 'Requests of this kind in this minute, this one included', schema: whole },
  [`x-ratelimit-${kind}`]: { description: 'How many are allowed', schema: whole },
});

/** The headers of a success. */
export const headersOf = (scope: RestOperation['scope'], isTagged: boolean): Json => ({
  ...requestId,
  ...(isTagged ? { etag } : {}),
  ...(scope === null ? {} : usageOf(rateOf(scope))),
});
