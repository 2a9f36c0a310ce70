import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type CallContext, finish, ServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import { type Authenticator, isFresh } from '../auth/authenticate.ts';
import type { Admission } from '../auth/remembered.ts';
import { type BatchItem, isPrepared } from '../handlers/auction/prepared.ts';
import { inSlices } from '../slice/slice.ts';
import type { DurationCounts, RequestCounts, TimedListener } from '../metrics/counts.ts';
import { type Throttle, toUsageHeaders, type Usage } from '../throttle/throttle.ts';
import type { ByteAuctions } from './http/byte-auctions.ts';
import { Exchange } from './http/exchange.ts';
import { type FastRoute, fastRoutes, isPlain } from './http/fast-route.ts';
import { writePieces } from './http/long-json.ts';
import { bufferBody, bufferUsage, maxBodyMs, requestIdOf } from './http/request.ts';

interface FastPathDeps {
  readonly authenticator: Authenticator;
  readonly auctions: ByteAuctions;
  readonly throttle: Throttle;
  readonly requests: RequestCounts;
  readonly log: Logger;
  /** Answers everything else. */
  readonly others: TimedListener;
}

/** The auctions that the fast path answers cause no warnings. */
const ignoreWarning = () => {};

/** The batch of a longer body is read in slices, and a longer answer sent in pieces of this length. */
const mostBytesAtOnce = 32 * 1024;

/** A request whose body has arrived. */
interface Arrived {
  readonly route: FastRoute;
  readonly call: CallContext;
  readonly body: Buffer;
  /** When the request came. */
  readonly cameMs: number;
  /** When its body had. */
  readonly startedMs: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers auctions of remembered callers from bytes to bytes, because express and its middleware cost more than the
 * auction. A request that is unusual in any way (a header, a credential, the body) goes to `others`, which answers it as
 * if the fast path were not there. An auction is answered at once, unless its requests are counted or it is much work.
 */
export function auctionFastPath(deps: FastPathDeps): RequestListener {
  const { authenticator, auctions, throttle, requests, log, others } = deps;
  const { clock } = authenticator;
  const durations = new Map<FastRoute, DurationCounts>();
  for (const route of fastRoutes.values()) durations.set(route, requests.of('POST', route.path, '200'));
  const deadlines = new BodyDeadlines();
  const isCounted = throttle.limits.auction > 0;
  /** The sink of the answer that was sent last, as a buffer. */
  let written: Buffer = Buffer.alloc(0);

  return (request, response) => {
    const cameMs = performance.now();
    const route = fastRoutes.get(request.url);
    if (route === undefined || !isPlain(request, route)) return others(request, response, cameMs);
    const { authorization } = request.headers;
    const admission = authenticator.recall(authorization, request.socket);
    // A caller that has sent nothing for some seconds is looked up again; one that is not known is left to `others`.
    if (admission === undefined && authenticator.expected(authorization, request.socket) !== undefined) {
      void admitLater(route, request, response, cameMs);
    } else admit(route, admission, request, response, cameMs);
  };

  function admit(
    route: FastRoute,
    admission: Admission | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    cameMs: number,
  ): void {
    if (admission?.caller.scopes.includes('auction') !== true) others(request, response, cameMs);
    else readPlainBody(request, deadlines, (body) => answer(route, admission, { body, cameMs, request, response }));
  }

  async function admitLater(
    route: FastRoute,
    request: IncomingMessage,
    response: ServerResponse,
    cameMs: number,
  ): Promise<void> {
    const { authorization } = request.headers;
    try {
      await authenticator.recognise(authorization, request.socket);
    } catch {
      // `others` meets the error too, and answers with it.
    }
    admit(route, authenticator.recall(authorization, request.socket), request, response, cameMs);
  }

  function answer(
    route: FastRoute,
    admission: Admission,
    { body, cameMs, request, response }: Pick<Arrived, 'body' | 'cameMs' | 'request' | 'response'>,
  ): void {
    const startedMs = clock.elapsedMs();
    const call = { caller: admission.caller, requestId: requestIdOf(request), warn: ignoreWarning };
    const arrived = { route, call, body, cameMs, startedMs, request, response };
    try {
      // A body may take so long to arrive that the credential has to be looked up again.
      if (!isFresh(admission, startedMs)) leave(arrived);
      else if (route.isBatch && body.length > mostBytesAtOnce) void answerLater(arrived, undefined);
      else {
        const items = read(arrived);
        if (items === undefined) leave(arrived);
        else if (!isCounted && isLight(items)) answerNow(arrived, items, null);
        else void answerLater(arrived, items);
      }
    } catch {
      // An unknown ym-profile, or an unexpected error: `others` meets it too, and answers with it.
      leave(arrived);
    }
  }

  function leave({ body, cameMs, request, response }: Arrived): void {
    bufferBody(request, body);
    others(request, response, cameMs);
  }

  function read({ route, call, body }: Arrived): readonly BatchItem[] | undefined {
    const found = route.find(body);
    if (found === undefined) return undefined;
    if (route.isBatch) return finish(auctions.readBatch(call, body));
    const auction = auctions.read(call, body, found[0], found[1]);
    return auction && [auction];
  }

  function isLight(items: readonly BatchItem[]): boolean {
    const [first] = items;
    if (items.length === 1 && first !== undefined && isPrepared(first)) return auctions.work.isLight(first);
    return !auctions.work.isCounted && auctions.work.isSmall(items.filter(isPrepared));
  }

  function answerNow(arrived: Arrived, items: readonly BatchItem[], usage: Usage | null): void {
    const [first] = items;
    const isAlone = !arrived.route.isBatch && first !== undefined && isPrepared(first);
    // Without the steps of a batch, which cost a single auction some hundred nanoseconds.
    const end = isAlone
      ? auctions.write(first, auctions.sink.fragment(0, arrived.route.opening))
      : finish(write(arrived.route, auctions, items));
    send(arrived, auctions, end, usage);
  }

  /** After what has to be waited for: the counts of the caller's requests and work, or other requests, where it is much work. */
  async function answerLater(arrived: Arrived, given: readonly BatchItem[] | undefined): Promise<void> {
    const { route, call, body, request, response } = arrived;
    let usage: Usage | null = null;
    try {
      const items = given ?? (await auctions.lend((own) => inSlices(own.readBatch(call, body))));
      if (items === undefined) return leave(arrived);
      usage = await throttle.take(call.caller, 'auction');
      if (usage !== null) bufferUsage(request, usage);
      if (usage !== null && usage.refusal !== null) return leave(arrived);
      const runnable = items.filter(isPrepared);
      await auctions.work.admit(call, runnable);
      if (auctions.work.isSmall(runnable)) return answerNow(arrived, items, usage);
      await auctions.lend(async (own) => {
        const end = await inSlices(write(route, own, items));
        if (end > mostBytesAtOnce) await sendLong(arrived, own, end, usage);
        else send(arrived, own, end, usage);
      });
    } catch (error) {
      // A long batch is not parsed once more to be refused again.
      if (error instanceof ServiceError && route.service !== null && !response.headersSent) {
        const exchange = new Exchange(request, response, route.service, log);
        if (usage !== null) exchange.charge(usage);
        exchange.fail(error);
      } else leave(arrived);
    }
  }

  function send(arrived: Arrived, writer: ByteAuctions, at: number, usage: Usage | null): void {
    const { route, cameMs, response } = arrived;
    const end = open(arrived, writer, at, usage);
    const { buffer } = writer.sink.bytes;
    if (written.buffer !== buffer) written = Buffer.from(buffer);
    // Node sends a string in one write with the headers, and latin1 encodes it to the same bytes again.
    response.end(written.toString('latin1', 0, end), 'latin1');
    writer.sink.shrink();
    durations.get(route)?.add(performance.now() - cameMs);
  }

  /** A long answer holds the event loop while the socket takes it: others have a turn after each of its pieces. */
  async function sendLong(arrived: Arrived, writer: ByteAuctions, at: number, usage: Usage | null): Promise<void> {
    const { route, cameMs, response } = arrived;
    const bytes = writer.take(open(arrived, writer, at, usage));
    await inSlices(writePieces(response, pieces(bytes)));
    response.end();
    durations.get(route)?.add(performance.now() - cameMs);
  }

  /** Ends the answer and sends its headers. Gives the number of bytes. */
  function open(
    { route, call: { requestId }, startedMs, response }: Arrived,
    writer: ByteAuctions,
    at: number,
    usage: Usage | null,
  ): number {
    const end = route.close(writer.sink, at, { requestId, tookMs: clock.elapsedMs() - startedMs, usage });
    const headers = route.headers(requestId, end);
    if (usage !== null) for (const [name, value] of toUsageHeaders(usage)) headers.push(name, value);
    response.writeHead(200, headers);
    return end;
  }
}

function* pieces(bytes: Buffer): Generator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += mostBytesAtOnce) yield bytes.subarray(at, at + mostBytesAtOnce);
}

/** Writes the answers from the start of the sink. */
function* write(
  { isBatch, opening }: FastRoute,
  writer: ByteAuctions,
  items: readonly BatchItem[],
): Generator<undefined, number, undefined> {
  const at = writer.sink.fragment(0, opening);
  return yield* isBatch ? writer.writeBatch(items, at) : writer.writeOne(items[0]!, at);
}

/** How often connections that receive no body are removed. */
const sweepMs = 1000;

/** The body that a connection receives; without a request: it has received the last one. */
interface Arriving {
  request: IncomingMessage | undefined;
  begunMs: number;
}

/**
 * Destroys requests whose bodies do not arrive in time, as `limitBodyTime` does, by one timer for all of them: nearly all
 * bodies arrive at once, and a timer for each would cost more than reading it.
 */
export class BodyDeadlines {
  /** By connection, because a map that gets and loses an entry with each request is made anew every few of them. */
  readonly #arriving = new Map<Socket, Arriving>();
  #isWatched = false;

  begin(request: IncomingMessage): void {
    const begunMs = performance.now();
    const known = this.#arriving.get(request.socket);
    if (known === undefined) this.#arriving.set(request.socket, { request, begunMs });
    else {
      known.request = request;
      known.begunMs = begunMs;
    }
    if (!this.#isWatched) this.#watch(sweepMs);
  }

  end({ socket }: IncomingMessage): void {
    const arriving = this.#arriving.get(socket);
    if (arriving !== undefined) arriving.request = undefined;
  }

  #watch(forMs: number): void {
    this.#isWatched = true;
    // Open requests keep the process alive; this timer need not.
    setTimeout(() => this.#sweep(), forMs).unref();
  }

  #sweep(): void {
    this.#isWatched = false;
    const nowMs = performance.now();
    let nextMs = sweepMs;
    for (const [socket, { request, begunMs }] of this.#arriving) {
      const leftMs = begunMs + maxBodyMs - nowMs;
      if (leftMs <= 0) request?.destroy();
      if (request === undefined || request.destroyed) this.#arriving.delete(socket);
      else nextMs = Math.min(nextMs, leftMs);
    }
    if (this.#arriving.size > 0) this.#watch(nextMs);
  }
}

/** Calls back with the whole body; not at all where it does not arrive in time, or the client disconnects before. */
export function readPlainBody(request: IncomingMessage, deadlines: BodyDeadlines, done: (body: Buffer) => void): void {
  let first: Buffer | undefined;
  let chunks: Buffer[] | undefined;
  deadlines.begin(request);
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (chunks ??= [first]).push(chunk);
  });
  request.on('end', () => {
    deadlines.end(request);
    done(chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks));
  });
}
