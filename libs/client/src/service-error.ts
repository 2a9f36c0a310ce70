import type { AppRouter } from '@auction-tiers/contract';
import { TRPCClientError } from '@trpc/client';

type ClientError = TRPCClientError<AppRouter>;

/**
 * An error that the service answered with. Its `message` says what was wrong, its `data` holds `error_id`, `error_code`,
 * `httpStatus`, `issues` (each a `path` and a `message`) and, where waiting helps, `retry_after` in seconds.
 */
export type ServiceError = ClientError & { readonly data: NonNullable<ClientError['data']> };

/** Whether the service answered with this error. Others come from the network, a proxy, or the caller itself. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof TRPCClientError && typeof (error as ClientError).data?.error_id === 'string';
}

/** Whether the caller is not known, or no longer. A caller that is known and may not do something is UNAUTH. */
export const isNoAuth = (error: unknown): boolean =>
  isServiceError(error) && (error.data.error_id === 'NOAUTH' || error.data.error_id === 'NOAUTH_EXPIRED');
