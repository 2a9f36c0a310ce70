/** The error identifiers of the wire. */
export type ErrorId = 'SYNTAX' | 'NOAUTH' | 'UNAUTH' | 'INTEGRITY' | 'LIMIT' | 'SYSTEM';

interface CatalogueEntry {
  readonly errorId: ErrorId;
  readonly errorCode: string | null;
  readonly httpStatus: number;
  readonly trpcCode: TrpcCode;
}

type TrpcCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_SUPPORTED'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR';

const entry = (errorId: ErrorId, errorCode: string | null, httpStatus: number, trpcCode: TrpcCode): CatalogueEntry => ({
  errorId,
  errorCode,
  httpStatus,
  trpcCode,
});

/** Every way a request can fail. A new kind without its HTTP status and tRPC code does not compile. */
export type ErrorKind =
  | 'invalid'
  | 'not_found'
  | 'gone'
  | 'not_authenticated'
  | 'forbidden'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'integrity'
  | 'conflict'
  | 'key_reused'
  | 'precondition_failed'
  | 'limit'
  | 'too_large'
  | 'unsupported_media_type'
  | 'rate_exceeded'
  | 'unavailable'
  | 'outcome_unknown'
  | 'unknown';

export const errorCatalogue: Record<ErrorKind, CatalogueEntry> = {
  invalid: entry('SYNTAX', 'INVALID', 400, 'BAD_REQUEST'),
  not_found: entry('SYNTAX', 'NOTFOUND', 404, 'NOT_FOUND'),
  gone: entry('SYNTAX', 'GONE', 410, 'NOT_FOUND'),
  not_authenticated: entry('NOAUTH', null, 401, 'UNAUTHORIZED'),
  forbidden: entry('UNAUTH', null, 403, 'FORBIDDEN'),
  method_not_allowed: entry('SYNTAX', 'METHOD_NOT_ALLOWED', 405, 'METHOD_NOT_SUPPORTED'),
  not_acceptable: entry('SYNTAX', 'NOT_ACCEPTABLE', 406, 'BAD_REQUEST'),
  integrity: entry('INTEGRITY', null, 409, 'CONFLICT'),
  conflict: entry('INTEGRITY', 'CONCURRENT_CHANGE', 409, 'CONFLICT'),
  key_reused: entry('INTEGRITY', 'IDEMPOTENCY_KEY_REUSED', 409, 'CONFLICT'),
  precondition_failed: entry('INTEGRITY', 'PRECONDITION_FAILED', 412, 'PRECONDITION_FAILED'),
  limit: entry('LIMIT', null, 409, 'CONFLICT'),
  too_large: entry('SYNTAX', 'TOO_LARGE', 413, 'PAYLOAD_TOO_LARGE'),
  unsupported_media_type: entry('SYNTAX', 'UNSUPPORTED_MEDIA_TYPE', 415, 'UNSUPPORTED_MEDIA_TYPE'),
  rate_exceeded: entry('SYSTEM', 'RATE_EXCEEDED', 429, 'TOO_MANY_REQUESTS'),
  unavailable: entry('SYSTEM', 'SERVICE_UNAVAILABLE', 503, 'SERVICE_UNAVAILABLE'),
  outcome_unknown: entry('SYSTEM', 'OUTCOME_UNKNOWN', 503, 'SERVICE_UNAVAILABLE'),
  unknown: entry('SYSTEM', 'UNKNOWN', 500, 'INTERNAL_SERVER_ERROR'),
};
