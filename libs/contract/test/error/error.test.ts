import {
  type ErrorKind,
  errorCatalogue,
  invalid,
  ServiceError,
  tierResource,
  toServiceError,
} from '@auction-tiers/contract';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { expect, test } from 'vitest';

const kinds = Object.keys(errorCatalogue) as ErrorKind[];

test.for<[ErrorKind, errorId: string, errorCode: string | null, httpStatus: number, trpcCode: string]>([
  ['invalid', 'SYNTAX', 'INVALID', 400, 'BAD_REQUEST'],
  ['not_found', 'SYNTAX', 'NOTFOUND', 404, 'NOT_FOUND'],
  ['gone', 'SYNTAX', 'GONE', 410, 'NOT_FOUND'],
  ['not_authenticated', 'NOAUTH', null, 401, 'UNAUTHORIZED'],
  ['forbidden', 'UNAUTH', null, 403, 'FORBIDDEN'],
  ['integrity', 'INTEGRITY', null, 409, 'CONFLICT'],
  ['limit', 'LIMIT', null, 409, 'CONFLICT'],
  ['rate_exceeded', 'SYSTEM', 'RATE_EXCEEDED', 429, 'TOO_MANY_REQUESTS'],
  ['unavailable', 'SYSTEM', 'SERVICE_UNAVAILABLE', 503, 'SERVICE_UNAVAILABLE'],
  ['outcome_unknown', 'SYSTEM', 'OUTCOME_UNKNOWN', 503, 'SERVICE_UNAVAILABLE'],
  ['unknown', 'SYSTEM', 'UNKNOWN', 500, 'INTERNAL_SERVER_ERROR'],
])('%s is %s (%s), HTTP %i, tRPC %s', ([kind, errorId, errorCode, httpStatus, trpcCode]) => {
  expect(errorCatalogue[kind]).toStrictEqual({ errorId, errorCode, httpStatus, trpcCode });
});

test.for([
  ['method_not_allowed', 405],
  ['not_acceptable', 406],
  ['too_large', 413],
  ['unsupported_media_type', 415],
] as const)('%s is HTTP %i', ([kind, httpStatus]) => {
  expect(errorCatalogue[kind].httpStatus).toBe(httpStatus);
});

test.for(kinds)('%s is the same error whichever door it goes through', (kind) => {
  const error = new ServiceError(kind, 'a sentence');
  expect(error.code).toBe(errorCatalogue[kind].trpcCode);
  // tRPC has no codes for 406 and 410; its doors answer the status of the catalogue all the same.
  const nearest: Partial<Record<ErrorKind, number>> = { not_acceptable: 400, gone: 404 };
  expect(getHTTPStatusCodeFromError(error)).toBe(nearest[kind] ?? errorCatalogue[kind].httpStatus);
  expect(toServiceError(error)).toBe(error);
  expect(toServiceError(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error }))).toBe(error);
});

test('an error carries what a caller needs to go on', () => {
  const plain = new ServiceError('forbidden', 'no');
  expect(plain).toBeInstanceOf(TRPCError);
  expect(plain).toMatchObject({ kind: 'forbidden', message: 'no', issues: [], allow: [], retryAfterS: undefined });
  const issues = [{ path: 'code', message: 'is taken' }];
  const full = new ServiceError('unavailable', 'later', { issues, retryAfterS: 3, allow: ['GET'] });
  expect(full).toMatchObject({ issues, retryAfterS: 3, allow: ['GET'] });
});

test('the message for several issues names them all', () => {
  const issues = [
    { path: 'min_price', message: 'is too large' },
    { path: '', message: 'is 5, allowed: object' },
  ];
  expect(invalid(issues)).toMatchObject({
    kind: 'invalid',
    message: 'min_price is too large; is 5, allowed: object',
    issues,
  });
});

const failed = tierResource.Create.safeParse({ name: '', colour: 1 });
const issuePaths = ['name', 'ym_profile_id', 'colour'];

test('a failed parse becomes its issues, thrown as it is or by tRPC', () => {
  for (const thrown of [failed.error, new TRPCError({ code: 'BAD_REQUEST', cause: failed.error })]) {
    const error = toServiceError(thrown);
    expect(error.kind).toBe('invalid');
    expect(error.issues.map(({ path }) => path)).toStrictEqual(issuePaths);
    for (const path of issuePaths) expect(error.message).toContain(path);
  }
});

test.for([
  ['PARSE_ERROR', 'invalid'],
  ['BAD_REQUEST', 'invalid'],
  ['NOT_FOUND', 'not_found'],
  ['METHOD_NOT_SUPPORTED', 'method_not_allowed'],
  ['PAYLOAD_TOO_LARGE', 'too_large'],
  ['UNSUPPORTED_MEDIA_TYPE', 'unsupported_media_type'],
] as const)("tRPC's own %s is %s", ([code, kind]) => {
  expect(toServiceError(new TRPCError({ code, message: 'No procedure found' }))).toMatchObject({
    kind,
    message: 'No procedure found',
  });
});

const secret = 'redis://user:hunter2@10.0.0.7';

test.for([
  ['an error', new Error(secret)],
  [
    'an error with issues of its own',
    Object.assign(new Error(secret), { issues: [{ path: secret, message: secret }] }),
  ],
  [
    'a tRPC error around it',
    new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: secret, cause: new Error(secret) }),
  ],
  ['text', secret],
  ['an object', { message: secret, kind: 'invalid' }],
  ['null', null],
  ['nothing', undefined],
] as const)('of an unforeseen one (%s) nothing is shown, and the cause is kept for the log', ([, thrown]) => {
  const error = toServiceError(thrown);
  expect(error.kind).toBe('unknown');
  expect(JSON.stringify([error.message, error.issues, error.allow])).not.toContain('hunter2');
  if (thrown instanceof Error) expect(error.cause).toBe(thrown);
});

test('of more than a hundred problems an error names a hundred, and how many more there are', () => {
  const many = Array.from({ length: 90_000 }, (_, index) => ({ path: `k${index}`, message: 'is not a known field' }));
  const { issues, message } = invalid(many);
  expect(issues).toHaveLength(101);
  expect(issues.at(-1)).toEqual({ path: '', message: 'and 89900 more problems' });
  expect(message.length).toBeLessThan(5000);
  expect(invalid([{ path: 'x'.repeat(1_000_000), message: 'is long' }]).message.length).toBeLessThan(300);
});
