/** A server-sent event. */
export interface StreamEvent {
  /** `message` unless the server named another. */
  readonly type: string;
  readonly data: string;
  /** The last id that the stream has named; empty before the first. */
  readonly lastEventId: string;
}

/** Reads server-sent events as the HTML standard says, until the stream ends; an event that is cut off is no event. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let lastEventId = '';
  let type = '';
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { type: type === '' ? 'message' : type, data: data.join('\n'), lastEventId };
      type = '';
      data = [];
      continue;
    }
    const [name, value] = fieldOf(line);
    if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) lastEventId = value;
  }
}

/** A line that begins with a colon is a comment: a field without a name. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

/** By a reader: not every browser iterates over a stream. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    // A carriage return at the very end may be the first half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
