import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** An answer of the service. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The content of `response`, or all of the body where it has no such key; empty where it is not JSON. */
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * No answer came. `refused`: nothing was sent, because no connection could be made; `cut`: the connection ended first;
 * `timeout`: none came in time.
 */
export class NoReply extends Error {
  readonly kind: 'refused' | 'cut' | 'timeout';

  constructor(kind: NoReply['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 15_000;
/** An idle connection is closed after this, as a load balancer does: well before the service closes it, after 75 s. */
const idleMs = 30_000;

/** Connections to one address that are kept and used again, as clients and load balancers do. */
export class Connections {
  readonly url: string;
  readonly #agent: Agent;

  constructor(url: string, most = 32) {
    this.url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: most, timeout: idleMs });
  }

  /** Sends one request. Rejects with a `NoReply`. */
  async ask({ method = 'GET', path, key, body, headers = {}, timeoutMs = usualTimeoutMs }: Asked): Promise<Reply> {
    const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const sent = request(`${this.url}${path}`, {
      method,
      agent: this.#agent,
      headers: {
        ...(key === undefined ? {} : { authorization: key }),
        ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
        ...headers,
      },
    });
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      sent.destroy(new Error(`no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    try {
      sent.end(bytes);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const said = await text(answer);
      return { status: answer.statusCode ?? 0, text: said, content: contentOf(said) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new NoReply(isLate ? 'timeout' : code === 'ECONNREFUSED' ? 'refused' : 'cut', `${code ?? ''} ${message}`);
    } finally {
      clearTimeout(limit);
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

function contentOf(said: string): Reply['content'] {
  if (!said.startsWith('{')) return {};
  const body = JSON.parse(said) as Record<string, unknown>;
  return (body['response'] ?? body) as Reply['content'];
}

/** An answer that must be 200; throws what came instead. */
export function requireOk(reply: Reply, what: string): Reply['content'] {
  if (reply.status !== 200) throw new Error(`${what} was answered with ${reply.status}: ${reply.text.slice(0, 500)}`);
  return reply.content;
}
