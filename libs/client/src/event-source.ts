import type { AppRouter } from '@auction-tiers/contract';
import { TRPCClientError } from '@trpc/client';
import { ConnectionFailure, type Fetch, readAnswer, send } from './answer.ts';
import { readEvents } from './event-stream.ts';

interface EventSourceInit {
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
}

/** Why a stream is over. */
export class StreamFailure extends Event {
  readonly reason: Error;
  readonly message: string;

  constructor(reason: Error) {
    super('error');
    this.reason = reason;
    this.message = reason.message;
  }
}

/**
 * An EventSource by `fetch`, because the browser's own sends no Authorization and Node has none. It never connects again
 * by itself: a stream that is over is closed with a StreamFailure.
 */
export class FetchEventSource extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState: number = this.CONNECTING;
  readonly #over = new AbortController();

  constructor(url: string, init: EventSourceInit) {
    super();
    void this.#read(url, init);
  }

  close(): void {
    this.readyState = this.CLOSED;
    this.#over.abort();
  }

  async #read(url: string, { fetch, headers }: EventSourceInit): Promise<void> {
    const init: RequestInit = {
      headers: { ...headers, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: this.#over.signal,
    };
    try {
      const body = await open(fetch, url, init);
      this.readyState = this.OPEN;
      await this.#dispatch(body);
    } catch (error) {
      if (this.#over.signal.aborted) return;
      this.close();
      this.dispatchEvent(new StreamFailure(error as Error));
    }
  }

  /** Never returns: every stream is over at some time. */
  async #dispatch(body: ReadableStream<Uint8Array>): Promise<never> {
    let cause: unknown;
    try {
      for await (const { type, data, lastEventId } of readEvents(body)) {
        this.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
      }
    } catch (error) {
      cause = error;
    }
    throw new ConnectionFailure('the stream of events has broken off', { cause });
  }
}

async function open(fetch: Fetch, url: string, init: RequestInit): Promise<ReadableStream<Uint8Array>> {
  const response = await send(fetch, url, init);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream && response.body !== null) return response.body;
  const answer = await readAnswer(url, init, response);
  throw TRPCClientError.from<AppRouter>((await answer.json()) as object);
}
