import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Caller,
  type Context,
  type CsvColumn,
  errorCatalogue,
  type Page,
  type ServiceError,
  toServiceError,
} from '@auction-tiers/contract';
import { StoreUnavailable } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Presumed } from '../../auth/presumed.ts';
import { UnreadablePartition } from '../../mirror/not-followed.ts';
import { toUsageDebug, toUsageHeaders, type Usage } from '../../throttle/throttle.ts';
import { isLong } from '../../slice/slice.ts';
import type { AddressOf } from './client.ts';
import { sendCsv } from './csv.ts';
import { sendLongJson } from './long-json.ts';
import { leastCompressedBytes, prepareAnswer, setHeaders, standingHeaders } from './prepare-answer.ts';
import { requestIdOf, toClient } from './request.ts';

/** What `dbg_info` is made from. */
export interface Debug {
  readonly requestId: string;
  readonly warnings: readonly string[];
  readonly startedMs: number;
}

type Extra = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;

/** An answer's body. `term` names the data key, or `not_found` where there is none. */
export function okEnvelope(term: string | null, content: Extra, debug: Debug, extra: Extra = {}): object {
  return { response: { status: 'OK', ...content, dbg_info: { ...debugInfo(term, debug), ...extra } } };
}

export function errorEnvelope(error: ServiceError, service: string | null, method: string, debug: Debug): object {
  const { errorId, errorCode } = errorCatalogue[error.kind];
  return {
    response: {
      status: 'ERROR',
      error_id: errorId,
      error: error.message,
      error_description: null,
      error_code: errorCode,
      service,
      method,
      dbg_info: { ...debugInfo(null, debug), issues: error.issues, ...error.details },
    },
  };
}

function debugInfo(term: string | null, { requestId, warnings, startedMs }: Debug): Extra {
  return {
    output_term: term ?? 'not_found',
    version: '1.0',
    warnings,
    time: Math.round((performance.now() - startedMs) * 1000) / 1000,
    request_id: requestId,
  };
}

/**
 * What is done to an answer besides. `object`: `prepareAnswer`, once the answer is known. `auction`: nothing, because
 * auctions answer at once, and only to POST, so that no link or frame leads a browser to one. `prepared`: it was done.
 */
export type Finish = 'object' | 'auction' | 'prepared';

/** A refused body is read to its end if it is no longer than this. */
const maxDrainedBytes = 32 * 1024 * 1024;

/** One request and its answer. */
export class Exchange implements Debug {
  readonly requestId: string;
  readonly warnings: string[] = [];
  readonly startedMs = performance.now();
  /** The caller of a create that was not looked up. */
  presumed: Presumed | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #method: string;
  readonly #service: string | null;
  readonly #log: Logger;
  readonly #finish: Finish;
  /** Headers that are not set yet, name after value: Node takes them all at once in a fraction of the time. */
  readonly #headers: string[] = [];
  #usage: Usage | null = null;
  #etag = '';
  readonly #onAnswered: (() => void)[] = [];
  /** Of a long answer: until it is written. */
  #writing: Promise<void> | null = null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    service: string | null,
    log: Logger,
    finish: Finish = 'prepared',
  ) {
    this.requestId = requestIdOf(request);
    this.#finish = finish;
    this.#request = request;
    this.#response = response;
    this.#method = request.method ?? '';
    this.#service = service;
    this.#log = log;
    this.#set('x-request-id', this.requestId);
  }

  /** What an operation gets. A door whose operations may ask for `onAnswered` calls `settle` at the end. */
  context(caller: Caller | ServiceError, addressOf: AddressOf): Context {
    return {
      caller,
      client: { ...toClient(this.#request, addressOf), onAnswered: (act) => void this.#onAnswered.push(act) },
      requestId: this.requestId,
      presumed: this.presumed,
      warn: (message) => void this.warnings.push(message),
    };
  }

  /** Adds what the caller has used of its rate limit to the answer. Throws where that is too much. */
  charge(usage: Usage | null): void {
    if (usage === null) return;
    this.#usage = usage;
    for (const [name, text] of toUsageHeaders(usage)) this.#set(name, text);
    if (usage.refusal !== null) throw usage.refusal;
  }

  /** Names the state of the object that is answered. */
  tag(etag: string): void {
    this.#etag = etag;
    this.#set('etag', etag);
  }

  /** Answers 304 where the client has the state that `tag` named; false where it has not, and is still to be answered. */
  isTagKnown(): boolean {
    const known = this.#request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
    if (known?.includes(this.#etag) !== true && known?.includes('*') !== true) return false;
    this.#endUnchanged();
    return true;
  }

  ok(term: string | null, content: Readonly<Record<string, unknown>>, extra?: Readonly<Record<string, unknown>>): void {
    if (this.#isAnyKnown()) {
      this.#endUnchanged();
      return;
    }
    const used = this.#usage === null ? {} : toUsageDebug(this.#usage);
    this.#send(200, okEnvelope(term, content, this, { ...used, ...extra }));
  }

  /** Answers rows as CSV. Where a page was cut short, a header says where the next one begins. */
  async csv(columns: readonly CsvColumn[], { items, next_element: next }: Page<Row>): Promise<void> {
    if (next !== undefined) this.#set('x-next-element', String(next));
    this.#prepare(200);
    await sendCsv(this.#response, columns, items);
  }

  /** Answers OPTIONS: which methods a path has. It needs no credential, and lets no page of another origin do anything. */
  options(allow: readonly string[]): void {
    this.#set('allow', allow.join(', '));
    this.#endEmpty(204);
  }

  fail(thrown: unknown): void {
    if (this.#response.destroyed || (this.#request.destroyed && !this.#request.complete)) {
      this.#log.debug({ requestId: this.requestId, error: thrown }, 'the client disconnected before its answer');
      return;
    }
    const error = toAnswerable(thrown, this.requestId, this.#log);
    if (this.#response.headersSent) {
      this.#response.destroy();
      return;
    }
    if (!this.#request.complete) this.#drain();
    for (const [name, text] of Object.entries(toErrorHeaders(error))) this.#set(name, text);
    if (error.allow.length > 0) this.#set('allow', error.allow.join(', '));
    const { httpStatus } = errorCatalogue[error.kind];
    this.#send(httpStatus, errorEnvelope(error, this.#service, this.#method, this));
  }

  /** Tells those who wait for it that the request is over: its operation has ended, and its answer is written or never will be. */
  async settle(): Promise<void> {
    await this.#writing;
    for (const act of this.#onAnswered) act();
  }

  /** Whether the request is a read with `If-None-Match: *`, which any state matches. */
  #isAnyKnown(): boolean {
    const { 'if-none-match': known, 'cache-control': cache = '' } = this.#request.headers;
    const isRead = this.#method === 'GET' || this.#method === 'HEAD';
    return known === '*' && isRead && !/(?:^|,)\s*no-cache\s*(?:,|$)/i.test(cache);
  }

  #endUnchanged(): void {
    this.#set('vary', 'Accept-Encoding');
    this.#endEmpty(304);
  }

  #endEmpty(status: number): void {
    if (this.#finish === 'object') this.#headers.push(...standingHeaders);
    this.#response.writeHead(status, this.#headers).end();
  }

  /** Ends the answer with a value as JSON; to HEAD only the headers are sent. */
  #send(status: number, value: object): void {
    const response = this.#response;
    if (isLong(value)) {
      this.#prepare(status);
      this.#writing = sendLongJson(response, value);
      return;
    }
    const text = JSON.stringify(value);
    const byteCount = Buffer.byteLength(text);
    this.#set('Content-Type', 'application/json; charset=utf-8');
    this.#set('Content-Length', String(byteCount));
    if (this.#finish !== 'object' || byteCount >= leastCompressedBytes) this.#prepare(status);
    // As the middleware says it of each answer that could be compressed.
    else response.writeHead(status, [...this.#headers, ...standingHeaders, 'Vary', 'Accept-Encoding']);
    // A string is sent in one write with the headers; ASCII is the quickest to encode.
    response.end(text, byteCount === text.length ? 'latin1' : 'utf8');
  }

  /** Leaves the headers to the response, and to the middleware that may compress it. */
  #prepare(status: number): void {
    if (this.#finish === 'object') prepareAnswer(this.#request, this.#response);
    this.#response.statusCode = status;
    setHeaders(this.#response, this.#headers);
  }

  /** What is not written here, such as a document or a stream of lines, finds the headers in the response. */
  #set(name: string, text: string): void {
    if (this.#finish === 'object') this.#headers.push(name, text);
    else this.#response.setHeader(name, text);
  }

  /**
   * Reads the rest of a body that was refused, without keeping it: a connection that is closed with unread bytes is reset,
   * and the client may never see the error. A body that is too long is cut off all the same.
   */
  #drain(): void {
    const length = Number(this.#request.headers['content-length'] ?? 0);
    if (length > maxDrainedBytes) this.#set('connection', 'close');
    else this.#request.resume();
  }
}

/** The headers that say when to try again, for temporary errors, and how to authenticate, for a missing or wrong credential. */
export function toErrorHeaders({ kind, retryAfterS, isTokenRefused }: ServiceError): Readonly<Record<string, string>> {
  const isPassing = kind === 'rate_exceeded' || isStoreAway(kind);
  return {
    ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    ...(isPassing ? { 'x-ratelimit-code': errorCatalogue[kind].errorCode ?? '' } : {}),
    ...(kind === 'not_authenticated' ? { 'www-authenticate': isTokenRefused ? refusedToken : challenge } : {}),
  };
}

const isStoreAway = (kind: ServiceError['kind']) => kind === 'unavailable' || kind === 'outcome_unknown';

/** As RFC 6750 says: the scheme, and whether it was the token that was refused. */
const challenge = 'Bearer realm="auction-tiers"';
const refusedToken = `${challenge}, error="invalid_token"`;

/** The error that is answered. An unexpected one is logged with its cause and answered without it. */
export function toAnswerable(thrown: unknown, requestId: string, log: Logger): ServiceError {
  const error = toServiceError(thrown);
  if (error.kind === 'unknown') log.error({ requestId, error: error.cause ?? error }, 'a request failed unexpectedly');
  if (isStoreAway(error.kind)) {
    const level = isLoggedElsewhere(error) ? 'debug' : 'warn';
    log[level]({ requestId, error: error.cause }, 'a request could not reach the store');
  }
  return error;
}

/**
 * Whether the reason was logged when it began: an outage of the store by its watch, a partition or an object that cannot be
 * read, and tiers that are held back for it, by the mirror. A line per request would fill the disk: 8 MB per minute at 500
 * requests per second. What the mirror does not let be used has no cause.
 */
const isLoggedElsewhere = ({ cause }: ServiceError): boolean =>
  cause === undefined || cause instanceof StoreUnavailable || cause instanceof UnreadablePartition;

/** The methods that a path answers, given those that it has operations for: HEAD where there is GET, and OPTIONS. */
export const allowedMethods = (methods: readonly string[]): readonly string[] => [
  ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
];
