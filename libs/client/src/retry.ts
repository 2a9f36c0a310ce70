import type { Operation } from '@trpc/client';
import { callLink, type Link, type Result } from './call-link.ts';
import type { TransientFailure } from './failure.ts';
import { isServiceError, toTransientFailure } from './failure.ts';
import { isRemove, isRepeatable } from './repeatable.ts';

/** How failed calls are sent again. */
export interface RetryOptions {
  /** The most times a call is sent, including the first. Default 5; with 1 no call is sent again. */
  readonly attempts: number | ((call: Pick<Operation, 'type' | 'path'>) => number);
  /** The first wait in milliseconds, if the service gives none; doubled for each further attempt. Default 250. */
  readonly baseWaitMs: number;
  /** The longest wait in milliseconds, even if the service asks for a longer one. Default 30,000. */
  readonly maxWaitMs: number;
  /** The longest wait in milliseconds where the service gives none. Default: `maxWaitMs`. */
  readonly maxOwnWaitMs: number;
  /** Called with a call's number and error when the call waits to be sent again, and with null once it has ended. */
  readonly onWait: (call: number, reason: unknown) => void;
  /** Random numbers from 0 to under 1. Default Math.random. */
  readonly random: () => number;
  /** Resolves after `ms` milliseconds; rejects if the signal is aborted before. Default: a timer. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface RetryPolicy extends Pick<RetryOptions, 'onWait' | 'wait'> {
  readonly attemptsOf: (call: Pick<Operation, 'type' | 'path'>) => number;
  /** Milliseconds to wait after attempt number `attempt`, from 1, has failed. */
  readonly waitMs: (failure: TransientFailure, attempt: number) => number;
}

export function createRetryPolicy(options: Partial<RetryOptions>): RetryPolicy {
  const { attempts = 5, baseWaitMs = 250, maxWaitMs = 30_000, random = Math.random, wait = waitByTimer } = options;
  const { maxOwnWaitMs = maxWaitMs, onWait = () => {} } = options;
  // Calls of one batch fail together and wait equally long, so that they form one batch again.
  const draws = new WeakMap<object, number>();
  const drawFor = (reason: object): number => {
    const draw = draws.get(reason) ?? random();
    draws.set(reason, draw);
    return draw;
  };
  return {
    attemptsOf: (call) => (typeof attempts === 'number' ? attempts : attempts(call)),
    onWait,
    wait,
    waitMs({ retryAfterS, reason }, attempt) {
      if (retryAfterS !== undefined) return Math.min(retryAfterS * 1000, maxWaitMs);
      const longestMs = Math.min(baseWaitMs * 2 ** (attempt - 1), maxOwnWaitMs);
      return (longestMs * (1 + drawFor(reason))) / 2;
    },
  };
}

function waitByTimer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Sends a call again after a transient failure if that is safe. */
export const retryLink = ({ attemptsOf, onWait, waitMs, wait }: RetryPolicy): Link =>
  callLink(async (call, send) => {
    const attempts = attemptsOf(call);
    let mayBeDone = false;
    let hasWaited = false;
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await send(call);
        } catch (error) {
          if (mayBeDone && isRemove(call) && isNotFound(error)) return removed(call);
          const failure = toTransientFailure(error);
          if (failure === null || attempt >= attempts || !isRepeatable(call)) throw error;
          mayBeDone ||= failure.mayBeDone;
          hasWaited = true;
          onWait(call.id, error);
          await wait(waitMs(failure, attempt), call.signal ?? undefined);
        }
      }
    } finally {
      if (hasWaited) onWait(call.id, null);
    }
  });

const isNotFound = (error: unknown): boolean => isServiceError(error) && error.data.httpStatus === 404;

/** The result of a remove whose answer was lost: an earlier attempt removed the object. */
const removed = ({ input }: Operation): Result => ({
  result: { type: 'data', data: { id: (input as { readonly id: number }).id } },
});
