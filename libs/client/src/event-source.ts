import type { AppRouter } from '@auction-tiers/contract';
import { TRPCClientError } from '@trpc/client';
import { ConnectionFailure, type Fetch, readAnswer, send } from './answer.ts';

/** A server-sent event. */
interface StreamEvent {
  /** `message` unless the server sent another type. */
  readonly type: string;
  readonly data: string;
  /** The last id on the stream; empty before the first. */
  readonly lastEventId: string;
}

/** Parses server-sent events as the HTML standard says, until the stream ends. An incomplete last event is dropped. */
async function readEvents(body: ReadableStream<Uint8Array>, take: (event: StreamEvent) => void): Promise<void> {
  let lastEventId = '';
  let type = '';
  let data: string[] = [];
  await readLines(body, (line) => {
    if (line === '') {
      if (data.length > 0) take({ type: type === '' ? 'message' : type, data: data.join('\n'), lastEventId });
      type = '';
      data = [];
      return;
    }
    const [name, value] = fieldOf(line);
    if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) lastEventId = value;
  });
}

/** A comment begins with a colon: it is a field with an empty name. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

/** Uses a reader, as not every browser can iterate over a stream. */
async function readLines(body: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    // A carriage return at the end of a chunk may be the first character of CR LF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}

interface EventSourceInit {
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
}

/** The event of a stream that has ended, with the reason. */
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
 * An EventSource on top of `fetch`, because the browser's cannot send Authorization and Node has none. It does not
 * reconnect: a stream that ends is closed with a StreamFailure.
 */
export class FetchEventSource extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState: number = this.CONNECTING;
  readonly #closing = new AbortController();

  constructor(url: string, init: EventSourceInit) {
    super();
    void this.#read(url, init);
  }

  close(): void {
    this.readyState = this.CLOSED;
    this.#closing.abort();
  }

  async #read(url: string, { fetch, headers }: EventSourceInit): Promise<void> {
    const init: RequestInit = {
      headers: { ...headers, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: this.#closing.signal,
    };
    try {
      const body = await open(fetch, url, init);
      this.readyState = this.OPEN;
      await this.#dispatch(body);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.close();
      this.dispatchEvent(new StreamFailure(error as Error));
    }
  }

  /** Never resolves: it throws when the stream ends. */
  async #dispatch(body: ReadableStream<Uint8Array>): Promise<never> {
    let cause: unknown;
    try {
      await readEvents(body, ({ type, data, lastEventId }) => {
        this.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
      });
    } catch (error) {
      cause = error;
    }
    throw new ConnectionFailure('the event stream was cut off', { cause });
  }
}

async function open(fetch: Fetch, url: string, init: RequestInit): Promise<ReadableStream<Uint8Array>> {
  const response = await send(fetch, url, init);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream && response.body !== null) return response.body;
  const answer = await readAnswer(url, init, response);
  throw TRPCClientError.from<AppRouter>((await answer.json()) as object);
}
