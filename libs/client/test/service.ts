import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Caller, type ChangeLogEntry, createRouter, type Handlers, ServiceError } from '@auction-tiers/contract';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';

/** One procedure that was carried out. */
export interface Carried {
  readonly path: string;
  readonly input: unknown;
}

/** One HTTP request, whatever became of it. */
export interface Asked {
  readonly method: string;
  /** The procedures it names. */
  readonly paths: readonly string[];
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

/** What becomes of a request: its connection is cut before or after its work, or somebody else answers. */
export type Fate =
  | 'cut before'
  | 'cut after'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string };

/** What one stream of changes brings, and how it then ends; `stay` leaves it open. */
export interface Episode {
  readonly entries: readonly string[];
  readonly ending: 'stay' | 'end' | ServiceError;
}

const everything: Caller = {
  userId: 1,
  username: 'tester',
  role: 'seller',
  memberId: 1,
  scopes: ['read', 'write', 'auction'],
};

/** A key that is always good. */
export const apiKey = 'atk_good';
export const password = 'right';

/**
 * The service's own router on a port of its own. Instead of storing anything it notes what it was asked and carried out,
 * and fails as it was told to.
 */
export class TestService {
  readonly asked: Asked[] = [];
  readonly carried: Carried[] = [];
  /** The last event that each stream of changes was asked to go on after. */
  readonly resumed: (string | undefined)[] = [];
  /** Tokens that are good; a login makes one. */
  readonly tokens = new Set<string>();
  /** Streams of changes that are open. */
  openStreams = 0;
  readonly #expired = new Set<string>();
  readonly #fates: Fate[] = [];
  readonly #failures = new Map<string, Error[]>();
  readonly #episodes: Episode[] = [];
  readonly #simulations: (readonly string[])[] = [];
  readonly #server = createServer((request, response) => this.#serve(request, response));
  readonly #trpc;

  private constructor(maxBodySize: number) {
    this.#trpc = createHTTPHandler({
      basePath: '/trpc/',
      router: createRouter(this.#handlers()),
      maxBatchSize: 100,
      maxBodySize,
      createContext: ({ req }) => ({ caller: this.#callerOf(req), requestId: 'r', warn: () => {} }),
    });
  }

  static async start({ maxBodySize = 1024 * 1024 } = {}): Promise<TestService> {
    const service = new TestService(maxBodySize);
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What becomes of the next requests, one each. */
  next(...fates: readonly Fate[]): void {
    this.#fates.push(...fates);
  }

  /** How the next calls of a procedure fail, one each. */
  fail(path: string, ...errors: readonly Error[]): void {
    this.#failures.set(path, [...(this.#failures.get(path) ?? []), ...errors]);
  }

  /** What the next streams of changes bring, one each. */
  stream(...episodes: readonly Episode[]): void {
    this.#episodes.push(...episodes);
  }

  /** The states that the next streams of a simulation tell, one list each; then they end. */
  simulate(...streams: readonly (readonly string[])[]): void {
    this.#simulations.push(...streams);
  }

  /** Ends every token; they were good once. */
  expireTokens(): void {
    for (const token of this.tokens) this.#expired.add(token);
    this.tokens.clear();
  }

  countOf(path: string): number {
    return this.carried.filter((one) => one.path === path).length;
  }

  /** Cuts every connection that is open. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const paths = new URL(url, 'http://any').pathname.replace('/trpc/', '').split(',');
    this.asked.push({ method, paths, url, headers });
    const fate = this.#fates.shift();
    if (fate === 'cut before') return void request.socket.destroy();
    if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers).end(fate.body);
    if (fate === 'cut after') response.end = () => response.destroy();
    this.#trpc(request, response);
  }

  #callerOf({ headers: { authorization } }: IncomingMessage): Caller | ServiceError {
    if (authorization === apiKey || this.tokens.has(authorization ?? '')) return everything;
    return this.#expired.has(authorization ?? '')
      ? new ServiceError('expired', 'this token has expired')
      : new ServiceError('not_authenticated', `nobody is known by ${String(authorization)}`);
  }

  #handlers(): Handlers {
    const handlerOf = (path: string) => (_call: unknown, input: unknown, signal?: AbortSignal) => {
      this.carried.push({ path, input });
      const failure = this.#failures.get(path)?.shift();
      if (failure !== undefined) throw failure;
      if (path === 'auth.login') return this.#logIn(input as { readonly password: string });
      if (path === 'changeLog.follow') return this.#follow(input as string | undefined, signal);
      if (path === 'simulation.follow') return this.#simulate();
      if (path.endsWith('.list')) return { count: 0, start_element: 0, num_elements: 0, items: [] };
      return path === 'auction.runMany' ? [] : { id: (input as { readonly id?: number }).id ?? this.carried.length };
    };
    const group = (name: string) =>
      new Proxy({}, { get: (_none, operation) => handlerOf(`${name}.${String(operation)}`) });
    return new Proxy({}, { get: (_none, name) => group(String(name)) }) as Handlers;
  }

  #logIn(sent: { readonly password: string }): { token: string } {
    if (sent.password !== password) throw new ServiceError('not_authenticated', 'no match for this password');
    const token = `at_${this.countOf('auth.login')}`;
    this.tokens.add(token);
    return { token };
  }

  async *#simulate(): AsyncGenerator<{ readonly state: string; readonly progress: number }> {
    const states = this.#simulations.shift() ?? [];
    for (const [place, state] of states.entries()) yield { state, progress: place / 10 };
  }

  async *#follow(after: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<ChangeLogEntry> {
    this.resumed.push(after);
    const { entries, ending } = this.#episodes.shift() ?? { entries: [], ending: 'stay' };
    this.openStreams += 1;
    try {
      for (const revision of entries) yield entryOf(revision);
      if (ending instanceof Error) throw ending;
      if (ending === 'stay' && signal?.aborted === false) await once(signal, 'abort');
    } finally {
      this.openStreams -= 1;
    }
  }
}

const entryOf = (revision: string): ChangeLogEntry => ({
  revision,
  service: 'ym-auction-tier',
  resource_id: 7,
  operation: 'update',
  member_id: 1,
  user: 'tester',
  request_id: 'r',
  created_on: '2026-11-21 08:00:00',
  before: {},
  after: {},
});
