import type { AppRouter } from '@auction-tiers/contract';
import { TRPCClientError } from '@trpc/client';
import { ConnectionFailure, ForeignAnswer } from './answer.ts';

type ClientError = TRPCClientError<AppRouter>;

/**
 * An error from the service. Its `message` says what was wrong; its `data` has `error_id`, `error_code`, `httpStatus`,
 * `issues` (each with `path` and `message`) and, if waiting helps, `retry_after` in seconds.
 */
export type ServiceError = ClientError & { readonly data: NonNullable<ClientError['data']> };

/** Whether an error is from the service. Others are from the network, a proxy or the caller. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof TRPCClientError && typeof (error as ClientError).data?.error_id === 'string';
}

/** Whether credentials are missing, unknown, expired or revoked. A known caller without permission gets UNAUTH. */
export const isNoAuth = (error: unknown): boolean => isServiceError(error) && error.data.error_id === 'NOAUTH';

/** A failure that may pass by itself: the same call may succeed later. */
export interface TransientFailure {
  /** Seconds to wait, if the service or a proxy named them. */
  readonly retryAfterS: number | undefined;
  /** Whether the call may have been executed; false: it was refused before. */
  readonly mayBeDone: boolean;
  /** The same object for all calls of a batch that failed. */
  readonly reason: object;
}

/** Statuses of a proxy that cannot reach the service for the moment. */
const transientStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The failure of a call if the call may succeed later; null for any other error. */
export function toTransientFailure(error: unknown): TransientFailure | null {
  if (isServiceError(error)) {
    const { httpStatus, retry_after } = error.data;
    if (httpStatus !== 429 && httpStatus !== 503) return null;
    return { retryAfterS: retry_after, mayBeDone: httpStatus !== 429, reason: error };
  }
  const reason = causeOf(error);
  if (reason instanceof ConnectionFailure) return { retryAfterS: undefined, mayBeDone: true, reason };
  if (reason instanceof ForeignAnswer && transientStatuses.has(reason.httpStatus)) {
    return { retryAfterS: reason.retryAfterS, mayBeDone: true, reason };
  }
  return null;
}

/** The body, the address or the headers are too large. */
const tooLargeStatuses: ReadonlySet<number> = new Set([413, 414, 431]);

/** Whether the service, or a proxy before it, refused the request for its size without executing any call. */
export function isTooLarge(error: unknown): boolean {
  if (isServiceError(error)) return tooLargeStatuses.has(error.data.httpStatus);
  const reason = causeOf(error);
  return reason instanceof ForeignAnswer && tooLargeStatuses.has(reason.httpStatus);
}

const causeOf = (error: unknown): unknown => (error instanceof TRPCClientError ? error.cause : undefined);
