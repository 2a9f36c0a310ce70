import type { AppRouter } from '@auction-tiers/contract';
import { TRPCClientError } from '@trpc/client';
import type { Observable } from '@trpc/server/observable';
import { ConnectionFailure } from './answer.ts';
import type { Result } from './call-link.ts';
import { StreamFailure } from './event-source.ts';

export type Failure = TRPCClientError<AppRouter>;
export type Stream = Observable<Result, Failure>;

/** How a stream came to its end. */
export interface Ending {
  readonly reason: Failure;
  /** Whether the service had accepted it, so that the trouble is a new one. */
  readonly hadBegun: boolean;
  /** The last event seen on it. */
  readonly lastEventId: string | undefined;
}

/** Passes on what a stream brings, but for its end: that is what this resolves to. The signal ends it too. */
export function readStream(stream: Stream, tell: (result: Result) => void, signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    let hadBegun = false;
    let lastEventId: string | undefined;
    // The service tells of an error that may pass on the stream itself, and then ends it.
    let refusal: Failure | null = null;
    const end = (reason: Failure) => {
      signal.removeEventListener('abort', stop);
      resolve({ reason: refusal ?? reason, hadBegun: hadBegun && refusal === null, lastEventId });
    };
    const subscription = stream.subscribe({
      next(envelope) {
        const { result } = envelope;
        if (result.type === 'started') hadBegun = true;
        if (result.type === 'state') refusal = result.error ?? refusal;
        if ((result.type === undefined || result.type === 'data') && 'id' in result) lastEventId = result.id;
        const isEnd = result.type === 'stopped' || (result.type === 'state' && result.state === 'idle');
        if (!isEnd) tell(envelope);
      },
      error: (error) => end(error.cause instanceof StreamFailure ? TRPCClientError.from(error.cause.reason) : error),
      complete: () => end(TRPCClientError.from(new ConnectionFailure('the service has ended the stream'))),
    });
    const stop = () => subscription.unsubscribe();
    signal.addEventListener('abort', stop);
  });
}
