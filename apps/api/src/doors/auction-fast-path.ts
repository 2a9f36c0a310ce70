import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type CallContext, type Caller, hasScope, ServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { CredentialIndex } from '../auth/credential-index.ts';
import { credentialOf } from '../auth/look-up.ts';
import { type BatchItem, isPrepared } from '../handlers/auction/prepared.ts';
import { breatheBefore } from '../loop/breathe.ts';
import type { DurationCounts, RequestCounts, TimedListener } from '../metrics/counts.ts';
import { type Throttle, toUsageHeaders, type Usage } from '../throttle/throttle.ts';
import type { ByteAuctions } from './http/byte-auctions.ts';
import { Exchange } from './http/exchange.ts';
import { type FastRoute, fastRoutes, isPlain } from './http/fast-route.ts';
import { keepBody, requestIdOf } from './http/request.ts';

interface FastPathDeps {
  readonly credentialIndex: CredentialIndex;
  readonly auctions: ByteAuctions;
  readonly throttle: Throttle;
  readonly requests: RequestCounts;
  readonly log: Logger;
  /** Answers everything else. */
  readonly others: TimedListener;
}

/** The auctions that the fast path answers cause no warnings. */
const ignoreWarning = () => {};

/** A longer answer is sent as bytes; a shorter one as a string, which Node sends in one write with the headers. */
const mostStringBytes = 64 * 1024;

/** A request whose body has arrived. */
interface Arrived {
  readonly route: FastRoute;
  /** The hash of the credential. */
  readonly hash: string;
  readonly body: Buffer;
  readonly cameMs: number;
  readonly startedMs: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The auctions of a body, and the call that sent them. */
interface Sent {
  readonly call: CallContext;
  readonly items: readonly BatchItem[];
}

/**
 * Answers auctions of callers that the credential index holds, from bytes to bytes, because express and its middleware cost
 * more than the auction. A request that is unusual in any way (a header, a credential, the body) goes to `others` whole,
 * which answers it as if the fast path were not there. An auction is answered at once, unless it is counted or much work.
 */
export function auctionFastPath(deps: FastPathDeps): RequestListener {
  const { credentialIndex, auctions, throttle, requests, log, others } = deps;
  const isCounted = throttle.limits.auction > 0 || auctions.work.isCounted;
  const durations = new Map<FastRoute, DurationCounts>();
  for (const route of fastRoutes.values()) durations.set(route, requests.of('POST', route.path, '200'));
  /** The sink's memory at the last answer, as a Buffer. */
  let written: Buffer = Buffer.alloc(0);

  return (request, response) => {
    const cameMs = performance.now();
    const route = fastRoutes.get(request.url);
    if (route === undefined || !isPlain(request, route)) return others(request, response, cameMs);
    const sent = credentialOf(request.headers.authorization);
    const isKnown = !(sent instanceof ServiceError) && callerOf(sent.hash) !== undefined;
    // Where requests are counted, tRPC's go to its adapter, which words their refusals.
    if (!isKnown || (isCounted && route.service === null)) return others(request, response, cameMs);
    const { hash } = sent;
    readWhole(request, (body) =>
      answer({ route, hash, body, cameMs, startedMs: performance.now(), request, response }),
    );
  };

  function callerOf(hash: string): Caller | undefined {
    const caller = credentialIndex.find(hash);
    return caller !== undefined && hasScope(caller, 'auction') ? caller : undefined;
  }

  function answer(arrived: Arrived): void {
    const wait = breatheBefore(arrived.body);
    if (wait !== undefined) return void wait.then(() => answerNext(arrived));
    answerNext(arrived);
  }

  function answerNext(arrived: Arrived): void {
    try {
      const sent = read(arrived);
      if (sent === undefined) return leave(arrived);
      const isMuch = auctions.work.requireBounded(sent.items.filter(isPrepared));
      if (isMuch || isCounted) void answerAdmitted(arrived, sent);
      else send(arrived, sent, null);
    } catch (error) {
      // A refused batch is answered here: `others` would parse it again, only to refuse it again.
      if (error instanceof ServiceError && arrived.route.isBatch) refuse(arrived, error, null);
      else leave(arrived);
    }
  }

  /** Answers once the caller's requests and work are counted and, for much work, other requests had a turn. */
  async function answerAdmitted(arrived: Arrived, sent: Sent): Promise<void> {
    let usage: Usage | null = null;
    try {
      usage = await throttle.take(sent.call.caller, 'auction');
      if (usage !== null && usage.refusal !== null) throw usage.refusal;
      await auctions.work.admit(sent.call, sent.items.filter(isPrepared));
      send(arrived, sent, usage);
    } catch (error) {
      refuse(arrived, error, usage);
    }
  }

  function leave({ body, cameMs, request, response }: Arrived): void {
    keepBody(request, body);
    others(request, response, cameMs);
  }

  function refuse({ route, request, response }: Arrived, error: unknown, usage: Usage | null): void {
    const exchange = new Exchange(request, response, route.service, log);
    exchange.note(usage);
    exchange.fail(error);
  }

  /** Reads the auctions of a body; undefined for a body that the fast path cannot read. */
  function read({ route, hash, body, request }: Arrived): Sent | undefined {
    // The credential may have ended while the body arrived.
    const caller = callerOf(hash);
    const [start, behind] = route.find(body) ?? [];
    if (caller === undefined || start === undefined || behind === undefined) return undefined;
    const call = { caller, requestId: requestIdOf(request), warn: ignoreWarning };
    const auction = route.isBatch ? undefined : auctions.read(call, body, start, behind);
    const items = route.isBatch ? auctions.readBatch(call, body) : auction && [auction];
    return items && { call, items };
  }

  function send(arrived: Arrived, { call, items }: Sent, usage: Usage | null): void {
    const { requestId } = call;
    const { route, cameMs, startedMs, response } = arrived;
    const at = auctions.sink.fragment(0, route.opening);
    let end = route.isBatch ? auctions.writeBatch(items, at) : auctions.write(items[0]!, at);
    const nowMs = performance.now();
    end = route.close(auctions.sink, end, {
      requestId,
      tookMs: nowMs - startedMs,
      usage,
      currency: auctions.currencyOf(call, items),
    });
    const headers = route.headers(requestId, end);
    if (usage !== null) for (const header of toUsageHeaders(usage)) headers.push(...header);
    response.writeHead(200, headers);
    sendBytes(response, end);
    durations.get(route)?.add(nowMs - cameMs);
  }

  function sendBytes(response: ServerResponse, end: number): void {
    if (end > mostStringBytes) {
      response.end(auctions.take(end));
      return;
    }
    const { buffer } = auctions.sink.bytes;
    if (written.buffer !== buffer) written = Buffer.from(buffer);
    // Latin1 encodes the string to the same bytes again.
    response.end(written.toString('latin1', 0, end), 'latin1');
  }
}

/** Calls back with the whole body; not at all where the client disconnects before. By events, because an iterator costs more. */
function readWhole(request: IncomingMessage, done: (body: Buffer) => void): void {
  let first: Buffer | undefined;
  let chunks: Buffer[] | undefined;
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (chunks ??= [first]).push(chunk);
  });
  request.on('end', () => done(chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks)));
}
