import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as open } from 'node:http';
import * as fc from 'fast-check';
import { answerMs, decoded } from '../fixture/raw.ts';
import type { Caller, Credentials } from './caller.ts';

export type Headers = readonly (readonly [string, string])[];

/** The credential of a request: KEY in `form` is replaced by the caller's; `other` sends `form` as it is. */
export interface Credential {
  readonly caller: Caller | 'none' | 'other';
  readonly form: string;
}

/** One request, before it knows the service that it goes to. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly credential: Credential;
  readonly headers: Headers;
  readonly body: string | Uint8Array | null;
  /** Sends the body in chunks, so that its length is not told in advance. */
  readonly isChunked: boolean;
}

/** Characters of one part of a request that a failure shows; the seed reproduces the whole. */
const shownCharacters = 1500;

/** The same request, which fast-check shows in a failure without megabytes of body. */
export const shown = <Request extends object>(request: Request): Request =>
  Object.defineProperty({ ...request }, fc.toStringMethod, { value: () => shortText(request), enumerable: false });

function shortText(request: object): string {
  const parts = Object.entries(request).map(([name, value]) => {
    const printed = JSON.stringify(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value);
    const isLong = printed.length > shownCharacters;
    return `${name}: ${isLong ? `${printed.slice(0, shownCharacters)}... (${printed.length} characters)` : printed}`;
  });
  return `{ ${parts.join(', ')} }`;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests as they are, where fetch would mend them; connections are kept. */
export class FuzzClient {
  readonly #url: URL;
  readonly #credentials: Credentials;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(url: string, credentials: Credentials) {
    this.#url = new URL(url);
    this.#credentials = credentials;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Every header of a request, in the order they are sent. */
  headersOf({ credential, headers, body, isChunked, method }: FuzzRequest): Headers {
    const isLengthTold = !isChunked && (body !== null || method === 'POST' || method === 'PUT');
    return [
      ['host', this.#url.host],
      ...this.#authorization(credential),
      ...headers,
      ...(isChunked ? ([['transfer-encoding', 'chunked']] as const) : []),
      ...(isLengthTold ? ([['content-length', String(Buffer.byteLength(body ?? ''))]] as const) : []),
    ];
  }

  #authorization({ caller, form }: Credential): Headers {
    if (caller === 'none') return [];
    return [['authorization', caller === 'other' ? form : form.replaceAll('KEY', this.#credentials[caller])]];
  }

  /** Sends a request and reads its answer; of a subscription only the first part, for it does not end by itself. */
  async send(request: FuzzRequest): Promise<FuzzAnswer> {
    const { hostname, port } = this.#url;
    const sent = open({
      agent: this.#agent,
      hostname,
      port,
      method: request.method,
      path: request.path,
      headers: this.headersOf(request).flat(),
      timeout: answerMs,
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${answerMs} ms`)));
    // A body that is refused early may still be on its way when the connection closes; what matters is the answer.
    sent.on('error', () => undefined);
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    write(sent, request);
    const [response] = await answered;
    return { status: response.statusCode ?? 0, headers: response.headers, text: await textOf(response, request.path) };
  }
}

function write(sent: ClientRequest, { body, isChunked }: FuzzRequest): void {
  if (body === null || !isChunked) {
    sent.end(body ?? undefined);
    return;
  }
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  sent.write(bytes.subarray(0, half));
  sent.end(bytes.subarray(half));
}

async function textOf(response: IncomingMessage, path: string): Promise<string> {
  const isEvents =
    path.startsWith('/trpc') && response.headers['content-type']?.startsWith('text/event-stream') === true;
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    // Leaving the loop ends the connection.
    if (isEvents) break;
  }
  return decoded(Buffer.concat(chunks), response.headers['content-encoding']);
}
