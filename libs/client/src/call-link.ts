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
