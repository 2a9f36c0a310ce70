import { TRPCClientError } from '@trpc/client';
import { ConnectionFailure, ForeignAnswer } from './answer.ts';
import { isServiceError } from './service-error.ts';

/** A failure that may pass by itself: the same call may succeed later. */
export interface PassingFailure {
  /** Seconds to wait, where the service or a proxy named them. */
  readonly retryAfterS: number | undefined;
  /** Whether the call may have been carried out all the same; if not, it was refused before it began. */
  readonly mayBeDone: boolean;
  /** The same for all calls that failed together. */
  readonly reason: object;
}

/** What a proxy says of a service that it could not reach, or not now. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** What a call failed by; null for what waiting does not mend. */
export function toPassingFailure(error: unknown): PassingFailure | null {
  if (isServiceError(error)) {
    const { httpStatus, retry_after } = error.data;
    if (httpStatus !== 429 && httpStatus !== 503) return null;
    return { retryAfterS: retry_after, mayBeDone: httpStatus !== 429, reason: error };
  }
  const reason = causeOf(error);
  if (reason instanceof ConnectionFailure) return { retryAfterS: undefined, mayBeDone: true, reason };
  if (reason instanceof ForeignAnswer && passingStatuses.has(reason.httpStatus)) {
    return { retryAfterS: reason.retryAfterS, mayBeDone: true, reason };
  }
  return null;
}

/** A body, an address, or headers. */
const tooLargeStatuses: ReadonlySet<number> = new Set([413, 414, 431]);

/** Whether the service, or a proxy before it, did not even read the request because of its size. */
export function isTooLarge(error: unknown): boolean {
  if (isServiceError(error)) return tooLargeStatuses.has(error.data.httpStatus);
  const reason = causeOf(error);
  return reason instanceof ForeignAnswer && tooLargeStatuses.has(reason.httpStatus);
}

const causeOf = (error: unknown): unknown => (error instanceof TRPCClientError ? error.cause : undefined);
