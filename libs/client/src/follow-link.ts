import type { AppRouter } from '@auction-tiers/contract';
import { type Operation, TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { Link, Result } from './call-link.ts';
import type { Credential } from './credential.ts';
import { toPassingFailure } from './failure.ts';
import { type Ending, type Failure, readStream, type Stream } from './read-stream.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { isNoAuth } from './service-error.ts';

/**
 * Keeps a subscription going until its caller ends it, or there is nothing more to tell: a stream that breaks or ends is opened again after the last event
 * seen, however often, and a refused token is replaced once. Only a refusal that waiting does not mend ends it.
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
      const tell = (result: Result) => observer.next(result);
      follow({ call: op, open: next, credential, policy, tell, signal: over.signal })
        .then(
          () => observer.complete(),
          (error: Error) => (over.signal.aborted ? observer.complete() : observer.error(TRPCClientError.from(error))),
        )
        .finally(() => op.signal?.removeEventListener('abort', stop));
      return stop;
    });
  };

interface Following {
  readonly call: Operation;
  readonly open: (call: Operation) => Stream;
  readonly credential: Credential;
  readonly policy: RetryPolicy;
  readonly tell: (result: Result) => void;
  readonly signal: AbortSignal;
}

async function follow(asked: Following): Promise<void> {
  const { call, credential, policy, signal } = asked;
  let isOver = false;
  const tell = (result: Result) => {
    isOver ||= isLast(call, result);
    asked.tell(result);
  };
  const following = { ...asked, tell };
  let lastEventId: string | undefined;
  let attempt = 0;
  let isRenewed = false;
  while (!signal.aborted) {
    const token = await tokenOf(credential);
    const ending = token instanceof Error ? unopened(token) : await readFrom(following, token, lastEventId);
    if (signal.aborted || isOver) return;
    lastEventId = ending.lastEventId ?? lastEventId;
    if (isNoAuth(ending.reason) && !isRenewed && typeof token === 'string' && credential.drop(token)) {
      isRenewed = true;
      continue;
    }
    isRenewed = false;
    const failure = toPassingFailure(ending.reason);
    if (failure === null) throw ending.reason;
    attempt = ending.hadBegun ? 1 : attempt + 1;
    tell({ result: { type: 'state', state: 'connecting', error: ending.reason } });
    await policy.wait(policy.waitMs(failure, attempt), signal);
  }
}

/** Whether nothing can follow: a simulation that has come to its end takes no further step. */
function isLast({ path }: Operation, { result }: Result): boolean {
  if (path !== 'simulation.follow' || !('data' in result)) return false;
  const { data } = result.data as { readonly data?: { readonly state?: string } };
  return data?.state === 'done' || data?.state === 'failed';
}

const tokenOf = (credential: Credential): Promise<string | Failure> =>
  credential.token().catch((error: Error) => TRPCClientError.from<AppRouter>(error));

const unopened = (reason: Failure): Ending => ({ reason, hadBegun: false, lastEventId: undefined });

function readFrom(
  { call, open, tell, signal }: Following,
  authorization: string,
  lastEventId: string | undefined,
): Promise<Ending> {
  const input = lastEventId === undefined ? call.input : { ...(call.input as object | undefined), lastEventId };
  return readStream(open({ ...call, input, context: { ...call.context, authorization } }), tell, signal);
}
