import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCatalogue, type ServiceError } from '@auction-tiers/contract';
import { errorEnvelope } from '../../src/doors/http/envelope.ts';

/** An answer that the proxy gives by itself. */
export interface OwnAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** An error as the service documents it: status, headers and body. */
export function ownError(error: ServiceError): OwnAnswer {
  const { httpStatus, errorCode } = errorCatalogue[error.kind];
  const debug = { requestId: 'proxy', warnings: [], startedMs: performance.now() };
  return {
    status: httpStatus,
    headers: {
      ...(error.retryAfterS === undefined ? {} : { 'retry-after': String(error.retryAfterS) }),
      ...(error.kind === 'rate_exceeded' && errorCode !== null ? { 'x-ratelimit-code': errorCode } : {}),
    },
    body: errorEnvelope(error, null, 'GET', debug),
  };
}

/** Stands between a client and the service: passes requests on, and can answer some itself. */
export class Proxy {
  /** `GET /path?query` of every request, in the order in which they came. */
  readonly seen: string[] = [];
  /** The Authorization of every request, in the same order. */
  readonly authorizations: (string | undefined)[] = [];
  /** The most requests that were unanswered at the same time. */
  mostAtOnce = 0;
  readonly #target: string;
  readonly #own: OwnAnswer[] = [];
  readonly #server = createServer((incoming, response) => void this.#serve(incoming, response));
  #unanswered = 0;
  #crowd = 0;
  readonly #crowded = Promise.withResolvers<void>();

  private constructor(target: string) {
    this.#target = target;
  }

  static async start(target: string): Promise<Proxy> {
    const proxy = new Proxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next request is answered with this and not passed on. */
  answerNext(answer: OwnAnswer): void {
    this.#own.push(answer);
  }

  /** Passes nothing on until this many requests wait at the same time. */
  awaitCrowd(size: number): void {
    this.#crowd = size;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.seen.push(`${incoming.method} ${incoming.url}`);
    this.authorizations.push(incoming.headers.authorization);
    this.#unanswered += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#unanswered);
    if (this.#unanswered >= this.#crowd) this.#crowded.resolve();
    await this.#crowded.promise;
    const own = this.#own.shift();
    if (own === undefined) await this.#pass(incoming, response);
    else this.#answer(response, own.status, own.headers, Buffer.from(JSON.stringify(own.body)));
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const outgoing = request(`${this.#target}${incoming.url}`, { method: incoming.method, headers: incoming.headers });
    incoming.pipe(outgoing);
    try {
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = await answer.toArray();
      this.#answer(response, answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks));
    } catch {
      response.destroy();
    }
  }

  #answer(response: ServerResponse, status: number, headers: IncomingMessage['headers'], body: Buffer): void {
    // Counted before it is sent: a client may ask again before the sending is known to be over.
    this.#unanswered -= 1;
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(body);
  }
}
