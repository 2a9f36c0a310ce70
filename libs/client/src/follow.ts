import type { AppRouter } from '@auction-tiers/contract';
import { type Operation, TRPCClientError } from '@trpc/client';
import type { Observable } from '@trpc/server/observable';
import { observable } from '@trpc/server/observable';
import { ConnectionFailure } from './answer.ts';
import type { Credential } from './auth.ts';
import type { Link, Result } from './call-link.ts';
import { StreamFailure } from './event-source.ts';
import { isNoAuth, toTransientFailure, type TransientFailure } from './failure.ts';
import type { RetryPolicy } from './retry.ts';

type Failure = TRPCClientError<AppRouter>;
type Stream = Observable<Result, Failure>;

/** How a stream ended. */
interface Ending {
  readonly reason: Failure;
  /** Whether the service had accepted the stream: attempts are then counted from 1 again. */
  readonly hadBegun: boolean;
  /** The id of the last event. */
  readonly lastEventId: string | undefined;
}

/** Passes on the results of a stream and resolves when it ends. Aborting the signal ends it too. */
function readStream(stream: Stream, onResult: (result: Result) => void, signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    let hadBegun = false;
    let lastEventId: string | undefined;
    // The service reports a transient error on the stream itself and then ends the stream. An error state without data
    // comes from tRPC's link, which reopens the stream because no event came for a long time.
    let refusal: Failure | null = null;
    const end = (reason: Failure) => {
      signal.removeEventListener('abort', stop);
      resolve({ reason: refusal ?? reason, hadBegun: hadBegun && refusal === null, lastEventId });
    };
    const subscription = stream.subscribe({
      next(envelope) {
        const { result } = envelope;
        if (result.type === 'started') hadBegun = true;
        if (result.type === 'state' && result.error?.data !== undefined) refusal = result.error;
        if ((result.type === undefined || result.type === 'data') && 'id' in result) lastEventId = result.id;
        const isEnd = result.type === 'stopped' || (result.type === 'state' && result.state === 'idle');
        if (!isEnd) onResult(envelope);
      },
      error: (error) => end(error.cause instanceof StreamFailure ? TRPCClientError.from(error.cause.reason) : error),
      complete: () => end(TRPCClientError.from(new ConnectionFailure('the service ended the stream'))),
    });
    const stop = () => subscription.unsubscribe();
    signal.addEventListener('abort', stop);
  });
}

/**
 * Keeps a subscription open until the caller ends it or its last result has come. A stream that ends is reopened from
 * the last event seen, without a limit on attempts, and an expired token is replaced. Only an error that is not
 * transient, or the refusal of a key, a password or a new token, ends the subscription.
 */
export const followLink =
  (credential: Credential, policy: RetryPolicy): Link =>
  () =>
  ({ op, next }) => {
    if (op.type !== 'subscription') return next(op);
    return observable((observer) => {
      const over = new AbortController();
      const stop = () => over.abort();
      if (op.signal?.aborted === true) stop();
      op.signal?.addEventListener('abort', stop);
      const onResult = (result: Result) => observer.next(result);
      follow({ call: op, open: next, credential, policy, onResult, signal: over.signal })
        .then(
          () => observer.complete(),
          (error: Error) => (over.signal.aborted ? observer.complete() : observer.error(TRPCClientError.from(error))),
        )
        .finally(() => op.signal?.removeEventListener('abort', stop));
      return stop;
    });
  };

interface Subscription {
  readonly call: Operation;
  readonly open: (call: Operation) => Stream;
  readonly credential: Credential;
  readonly policy: RetryPolicy;
  readonly onResult: (result: Result) => void;
  readonly signal: AbortSignal;
}

async function follow(asked: Subscription): Promise<void> {
  const { call, credential, policy, signal } = asked;
  let isOver = false;
  const onResult = (result: Result) => {
    isOver ||= isLast(call, result);
    asked.onResult(result);
  };
  const reporting = { ...asked, onResult };
  let lastEventId: string | undefined;
  let attempt = 0;
  /** Logins since the last event. */
  let renewals = 0;
  const connectAgain = async (reason: Failure, failure: TransientFailure, waits: number) => {
    onResult({ result: { type: 'state', state: 'connecting', error: reason } });
    if (waits > 0) await policy.wait(policy.waitMs(failure, waits), signal);
  };
  while (!signal.aborted) {
    const token = await tokenOf(credential);
    const ending = token instanceof Error ? unopened(token) : await readFrom(reporting, token, lastEventId);
    if (signal.aborted || isOver) return;
    const { reason } = ending;
    if (ending.lastEventId !== undefined) renewals = 0;
    lastEventId = ending.lastEventId ?? lastEventId;
    // A new token that the service refuses at once stays refused; one that it accepted first has expired since.
    const mayRenew = ending.hadBegun || renewals === 0;
    if (isNoAuth(reason) && mayRenew && typeof token === 'string' && credential.drop(token)) {
      await connectAgain(reason, { retryAfterS: undefined, mayBeDone: false, reason }, renewals);
      renewals += 1;
      continue;
    }
    const failure = toTransientFailure(reason);
    if (failure === null) throw reason;
    attempt = ending.hadBegun ? 1 : attempt + 1;
    await connectAgain(reason, failure, attempt);
  }
}

/** Whether no result can follow: the simulation has ended. */
function isLast({ path }: Operation, { result }: Result): boolean {
  if (path !== 'simulation.follow' || !('data' in result)) return false;
  const { data } = result.data as { readonly data?: { readonly state?: string } };
  return data?.state === 'done' || data?.state === 'failed';
}

const tokenOf = (credential: Credential): Promise<string | Failure> =>
  credential.token().catch((error: Error) => TRPCClientError.from<AppRouter>(error));

const unopened = (reason: Failure): Ending => ({ reason, hadBegun: false, lastEventId: undefined });

function readFrom(
  { call, open, onResult, signal }: Subscription,
  authorization: string,
  lastEventId: string | undefined,
): Promise<Ending> {
  const input = lastEventId === undefined ? call.input : { ...(call.input as object | undefined), lastEventId };
  return readStream(open({ ...call, input, context: { ...call.context, authorization } }), onResult, signal);
}
