import type { AppRouter } from '@auction-tiers/contract';
import { TRPCClientError } from '@trpc/client';

/** Why a call failed; a call that succeeds is the test's failure. */
export async function failureOf(call: Promise<unknown>): Promise<TRPCClientError<AppRouter>> {
  const given = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in given && given.error instanceof TRPCClientError) return given.error;
  throw new Error(`this call should have failed by the client's error, and gave ${JSON.stringify(given)}`);
}
