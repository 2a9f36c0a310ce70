import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { errorCatalogue, type ErrorKind } from './catalogue.ts';
import { type Issue, issuesOf } from './issue.ts';

/**
 * Thrown when a service that a handler depends on cannot answer now. The client is told to try again, but not why: the
 * message is for the log, and may name machines.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
  /** The reason that the client is told: a sentence that names no machine. */
  readonly shown: string;
  /** Whether the requested write may have been done nevertheless. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: UnavailableOptions = {}) {
    super(message, options);
    this.shown = options.shown ?? 'the stored objects are out of reach at the moment';
    this.outcomeUnknown = options.outcomeUnknown ?? false;
  }
}

interface UnavailableOptions extends ErrorOptions {
  readonly shown?: string;
  readonly outcomeUnknown?: boolean;
}

/** The `Unavailable` that an error is, or was caused by. */
function findUnavailable(thrown: unknown): Unavailable | undefined {
  for (let cause: unknown = thrown; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Unavailable) return cause;
  }
  return undefined;
}

/** Seconds after which a client should try again when the store was unreachable. */
const retryAfterS = 2;

interface ServiceErrorOptions {
  readonly issues?: readonly Issue[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS?: number;
  /** Methods that a path does have, for the Allow header. */
  readonly allow?: readonly string[];
  /** For `not_authenticated`: whether a token or key was sent, and is invalid. */
  readonly isTokenRefused?: boolean;
  /** Data in the answer besides the issues, such as a difference. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An error that is answered to the client. It is a TRPCError, so that neither REST nor tRPC has to wrap it. */
export class ServiceError extends TRPCError {
  readonly kind: ErrorKind;
  readonly issues: readonly Issue[];
  readonly retryAfterS: number | undefined;
  readonly allow: readonly string[];
  readonly isTokenRefused: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(kind: ErrorKind, message: string, options: ServiceErrorOptions = {}) {
    super({ code: errorCatalogue[kind].trpcCode, message, cause: options.cause });
    this.name = 'ServiceError';
    this.kind = kind;
    this.issues = options.issues ?? [];
    this.retryAfterS = options.retryAfterS;
    this.allow = options.allow ?? [];
    this.isTokenRefused = options.isTokenRefused ?? false;
    this.details = options.details ?? {};
  }
}

/** The most issues in one error: a body may have a hundred thousand unknown fields. */
const maxIssues = 100;
const maxPath = 200;

/** The `invalid` error for a list of issues. */
export const invalid = (all: readonly Issue[]): ServiceError => withIssues('invalid', all);

/** The error for a list of issues, its message naming them all, or the first hundred and how many more there are. */
export function withIssues(kind: ErrorKind, all: readonly Issue[]): ServiceError {
  const issues = all
    .slice(0, maxIssues)
    .map(({ path, message }) => ({ path: path.length > maxPath ? `${path.slice(0, maxPath)}...` : path, message }));
  if (all.length > maxIssues) issues.push({ path: '', message: `and ${all.length - maxIssues} more problems` });
  return ofIssues(kind, issues);
}

/** The error for issues, without a limit on their number; for example the issues of another error with other paths. */
export function ofIssues(kind: ErrorKind, issues: readonly Issue[]): ServiceError {
  const message = issues.map(({ path, message: text }) => (path === '' ? text : `${path} ${text}`)).join('; ');
  return new ServiceError(kind, message, { issues });
}

/** What the message of an `Unavailable` says after its reason. */
const whatToDo = {
  unavailable: ', and nothing was changed; try again',
  outcome_unknown:
    ', and it is not known whether this was done. Send the request again with the same Idempotency-Key, with which it is done at most once; without a key, read first what is stored',
} as const;

/** Converts any thrown value to a ServiceError; an unexpected error is answered without details. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const unavailable = findUnavailable(thrown);
  if (unavailable !== undefined) {
    const kind = unavailable.outcomeUnknown ? 'outcome_unknown' : 'unavailable';
    const message = `${unavailable.shown}${whatToDo[kind]}`;
    return new ServiceError(kind, message, { retryAfterS, cause: unavailable });
  }
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof ServiceError) return thrown.cause;
    if (thrown.cause instanceof z.ZodError) return invalid(issuesOf(thrown.cause));
    const kind = kindOfTrpcCode[thrown.code];
    if (kind !== undefined) return new ServiceError(kind, thrown.message, { cause: thrown });
  }
  if (thrown instanceof z.ZodError) return invalid(issuesOf(thrown));
  return new ServiceError('unknown', 'an unexpected error; its request id is in the log', {
    cause: thrown,
  });
}

/** The kinds of errors that the tRPC library raises before a procedure runs. */
const kindOfTrpcCode: Partial<Record<TRPCError['code'], ErrorKind>> = {
  PARSE_ERROR: 'invalid',
  BAD_REQUEST: 'invalid',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  PAYLOAD_TOO_LARGE: 'too_large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
};
