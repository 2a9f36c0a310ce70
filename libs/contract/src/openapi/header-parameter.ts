import type { Json } from './json.ts';

const inHeader = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
});

export const idempotencyKey = inHeader(
  'Idempotency-Key',
  { pattern: '^[\\x21-\\x7e]{1,255}$', examples: ['4f0c1e0a-8d5b-4b5e-9d5a-0f3a6f1f7c55'] },
  'Names this request: sent again within 24 hours it gives the first answer and does nothing again. Under another body it is a 409',
);

export const ifMatch = inHeader(
  'If-Match',
  { examples: ['"pP1sTqH0bYk3mO0r5w2LxA"'] },
  'An ETag that was answered for the object: refused with 412 when the object has changed since',
);

export const ifNoneMatch = inHeader(
  'If-None-Match',
  { examples: ['"pP1sTqH0bYk3mO0r5w2LxA"'] },
  'With one id: an ETag that was answered for the object. Where it has not changed since the answer is 304, without a body',
);
