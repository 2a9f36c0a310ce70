import type { ChangeLogEntry } from '@auction-tiers/contract';

/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** Reads server-sent events from a stream, as a browser's EventSource would; ends when the stream does. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end).replace(/^\n+/, '');
      text = text.slice(end + 2);
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const data = field('data');
      if (data !== undefined) yield { event: field('event') ?? 'message', id: field('id'), data };
    }
  }
}

/** Follows a change log from after a revision (none: from now on). */
export class ChangeFollower {
  readonly #abort = new AbortController();
  readonly #events: AsyncGenerator<ServerEvent>;

  private constructor(stream: ReadableStream<Uint8Array>) {
    this.#events = readEvents(stream);
  }

  /** Resolves when the service has accepted the subscription. */
  static async open(url: string, key: string, after?: string, lastEventIdHeader?: string): Promise<ChangeFollower> {
    const input = after === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify({ lastEventId: after }))}`;
    const abort = new AbortController();
    const answer = await fetch(`${url}/trpc/changeLog.follow${input}`, {
      headers: {
        authorization: key,
        accept: 'text/event-stream',
        ...(lastEventIdHeader === undefined ? {} : { 'last-event-id': lastEventIdHeader }),
      },
      signal: abort.signal,
    });
    if (answer.body === null || !answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    const follower = new ChangeFollower(answer.body);
    follower.#abort.signal.addEventListener('abort', () => abort.abort());
    const first = await follower.#events.next();
    if (first.done === true || first.value.event !== 'connected') {
      throw new Error(`the first event should say connected: ${JSON.stringify(first.value)}`);
    }
    return follower;
  }

  /** The next change, with the id of its event; events that only keep the connection alive are passed over. */
  async next(): Promise<{ readonly id: string | undefined; readonly entry: ChangeLogEntry }> {
    for (;;) {
      const { value, done } = await this.#events.next();
      if (done === true) throw new Error('the stream has ended');
      if (value.event === 'message') return { id: value.id, entry: JSON.parse(value.data) as ChangeLogEntry };
      if (value.event === 'serialized-error') throw new Error(value.data);
    }
  }

  close(): void {
    this.#abort.abort();
  }
}
