import type { Operation } from '@trpc/client';
import { callLink, type Link, type Result } from './call-link.ts';
import { toPassingFailure } from './failure.ts';
import { isRemove, isRepeatable } from './repeatable.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { isServiceError } from './service-error.ts';

/** Repeats calls that are safe to repeat while their failure may pass. */
export const retryLink = ({ attempts, waitMs, wait }: RetryPolicy): Link =>
  callLink(async (call, send) => {
    let mayBeDone = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(call);
      } catch (error) {
        if (mayBeDone && isRemove(call) && isNotFound(error)) return removed(call);
        const failure = toPassingFailure(error);
        if (failure === null || attempt >= attempts || !isRepeatable(call)) throw error;
        mayBeDone ||= failure.mayBeDone;
        await wait(waitMs(failure, attempt), call.signal ?? undefined);
      }
    }
  });

const isNotFound = (error: unknown): boolean => isServiceError(error) && error.data.httpStatus === 404;

/** The answer of the attempt that got lost: what it removed is gone. */
const removed = ({ input }: Operation): Result => ({
  result: { type: 'data', data: { id: (input as { readonly id: number }).id } },
});
