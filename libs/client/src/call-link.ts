import type { AppRouter } from '@auction-tiers/contract';
import { type Operation, type OperationResultEnvelope, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable, observableToPromise } from '@trpc/server/observable';

/** A link of the client. The type is named, because an inferred one writes out the whole router. */
export type Link = TRPCLink<AppRouter>;
export type Result = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;
export type Send = (call: Operation) => Promise<Result>;

/** A link from a function that gives one result per call. Subscriptions are passed on unchanged. */
export const callLink =
  (answer: (call: Operation, send: Send) => Promise<Result>): Link =>
  () =>
  ({ op, next }) => {
    if (op.type === 'subscription') return next(op);
    return observable((observer) => {
      const settle = async () => {
        try {
          observer.next(await answer(op, (call) => observableToPromise(next(call))));
          observer.complete();
        } catch (error) {
          observer.error(TRPCClientError.from(error as Error));
        }
      };
      void settle();
    });
  };

/**
 * Ends a call when its signal is aborted, at any stage. tRPC's links react to the signal only during a call's own
 * request, not during a login or in a batch whose other calls continue.
 */
export const abortLink: Link = callLink(async (call, send) => {
  const signal = call.signal ?? undefined;
  if (signal === undefined) return send(call);
  signal.throwIfAborted();
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: settled.signal });
  });
  try {
    return await Promise.race([send(call), aborted]);
  } finally {
    settled.abort();
  }
});
