import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** An answer of the service. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The content of `response`, or the whole body without that key. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** There was no answer. `isRefused`: nothing was sent, because no connection could be made. */
export class NoReply extends Error {
  readonly isRefused: boolean;

  constructor({ code, message }: NodeJS.ErrnoException) {
    super(`no answer: ${code ?? ''} ${message}`);
    this.isRefused = code === 'ECONNREFUSED';
  }
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly key?: string;
  /** JSON, or an object to be converted to JSON. */
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

const timeoutMs = 15_000;
/** Idle connections are closed after this, as by a load balancer, and before the service closes them after 75 s. */
const agent = new Agent({ keepAlive: true, maxSockets: 32, timeout: 30_000 });

/** Sends one request over a reusable connection. Rejects with a `NoReply`. */
export async function ask(url: string, { method = 'GET', path, key, body, headers }: Asked): Promise<Reply> {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const sentHeaders = {
    ...(key === undefined ? {} : { authorization: key }),
    ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
    ...headers,
  };
  const sent = request(`${url}${path}`, {
    method,
    // A readiness check must not wait behind other requests.
    agent: path.startsWith('/readyz') ? false : agent,
    signal: AbortSignal.timeout(timeoutMs),
    headers: sentHeaders,
  });
  try {
    sent.end(bytes);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const said = await text(answer);
    const parsed = said.startsWith('{') ? (JSON.parse(said) as Record<string, unknown>) : {};
    return { status: answer.statusCode ?? 0, text: said, content: (parsed['response'] ?? parsed) as Reply['content'] };
  } catch (error) {
    throw new NoReply(error as Error);
  }
}

/** The content of an answer that must be 200; throws any other answer. */
export function requireOk({ status, text: said, content }: Reply, what: string): Reply['content'] {
  if (status !== 200) throw new Error(`${what} was answered with ${status}: ${said.slice(0, 500)}`);
  return content;
}
