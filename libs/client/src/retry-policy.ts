import type { PassingFailure } from './failure.ts';

/** How calls are repeated. */
export interface RetryOptions {
  /** How often a call is sent at most, the first time included. Default 5; 1 repeats nothing. */
  readonly attempts: number;
  /** The first wait, in milliseconds, where the service names none; it doubles from attempt to attempt. Default 250. */
  readonly baseWaitMs: number;
  /** The longest single wait, in milliseconds, also where the service names a longer one. Default 30,000. */
  readonly maxWaitMs: number;
  /** Chance, from 0 to 1 without 1. Default Math.random. */
  readonly random: () => number;
  /** Resolves after so many milliseconds; rejects when the signal is aborted before. Default: a timer. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface RetryPolicy extends Pick<RetryOptions, 'attempts' | 'wait'> {
  /** Milliseconds to wait after the failure of an attempt; attempts count from 1. */
  readonly waitMs: (failure: PassingFailure, attempt: number) => number;
}

export function createRetryPolicy(options: Partial<RetryOptions>): RetryPolicy {
  const { attempts = 5, baseWaitMs = 250, maxWaitMs = 30_000, random = Math.random, wait = waitByTimer } = options;
  // Calls that failed together wait equally long, so that they are sent together again.
  const draws = new WeakMap<object, number>();
  const drawFor = (reason: object): number => {
    const draw = draws.get(reason) ?? random();
    draws.set(reason, draw);
    return draw;
  };
  return {
    attempts,
    wait,
    waitMs({ retryAfterS, reason }, attempt) {
      if (retryAfterS !== undefined) return Math.min(retryAfterS * 1000, maxWaitMs);
      const longestMs = Math.min(baseWaitMs * 2 ** (attempt - 1), maxWaitMs);
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
