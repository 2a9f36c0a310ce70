import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Caller,
  type Context,
  type CsvColumn,
  errorCatalogue,
  type Page,
  ServiceError,
  toServiceError,
} from '@auction-tiers/contract';
import { StoreUnavailable } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { UnreadablePartition } from '../../mirror/unreadable-parts.ts';
import { toUsageDebug, toUsageHeaders, type Usage } from '../../throttle/throttle.ts';
import type { AddressOf } from './client.ts';
import { rowsToCsv } from '../../report/csv.ts';
import { csvType } from './csv.ts';
import { requestIdOf, toClient } from './request.ts';

/** What `dbg_info` is made from. */
export interface Debug {
  readonly requestId: string;
  readonly warnings: readonly string[];
  readonly startedMs: number;
}

type Extra = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;

/** The body of an answer. `term`: the key of the data; null: there is none, and `output_term` is `not_found`. */
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

/** A refused body is read to its end if it is no longer than this. */
const maxDrainedBytes = 32 * 1024 * 1024;

/** One request and its answer. */
export class Exchange implements Debug {
  readonly requestId: string;
  readonly warnings: string[] = [];
  readonly startedMs = performance.now();
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #method: string;
  readonly #service: string | null;
  readonly #log: Logger;
  #usage: Usage | null = null;
  #etag = '';
  /** The request's context, once its caller is known. */
  asked: Context | null = null;

  constructor(request: IncomingMessage, response: ServerResponse, service: string | null, log: Logger) {
    this.requestId = requestIdOf(request);
    this.#request = request;
    this.#response = response;
    this.#method = request.method ?? '';
    this.#service = service;
    this.#log = log;
    response.setHeader('x-request-id', this.requestId);
  }

  /** Creates the context that an operation gets. */
  context(caller: Caller | ServiceError, addressOf: AddressOf): Context {
    this.asked = {
      caller,
      client: toClient(this.#request, addressOf),
      requestId: this.requestId,
      credential: this.#request.headers.authorization,
      warn: (message) => void this.warnings.push(message),
      showsWarnings: true,
    };
    return this.asked;
  }

  /** Adds what the caller has used of its rate limit to the answer. Throws where that is too much. */
  charge(usage: Usage | null): void {
    this.note(usage);
    if (usage !== null && usage.refusal !== null) throw usage.refusal;
  }

  /** Adds what the caller has used of its rate limit to the answer, be it an error or not. */
  note(usage: Usage | null): void {
    if (usage === null) return;
    this.#usage = usage;
    for (const [name, text] of toUsageHeaders(usage)) this.#set(name, text);
  }

  /** Names the state of the object that is answered. */
  tag(etag: string): void {
    this.#etag = etag;
    this.#set('etag', etag);
  }

  /** Answers 304 where the client has the state that `tag` named; false where the client still needs an answer. */
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
  csv(columns: readonly CsvColumn[], { items, next_element: next }: Page<Row>, locale?: string): void {
    if (next !== undefined) this.#set('x-next-element', String(next));
    this.#write(200, csvType, rowsToCsv(columns, items, locale));
  }

  /** Answers OPTIONS with the methods of a path. Needs no credential, and allows pages of other origins nothing. */
  options(allow: readonly string[]): void {
    this.#set('allow', allow.join(', '));
    this.#endEmpty(204);
  }

  /** Answers with an error and returns it; null where the client has gone. */
  fail(thrown: unknown): ServiceError | null {
    if (this.#response.destroyed || (this.#request.destroyed && !this.#request.complete)) {
      this.#log.debug({ requestId: this.requestId, error: thrown }, 'the client disconnected before its answer');
      return null;
    }
    const error = toAnswerable(thrown, this.requestId, this.#log);
    if (this.#response.headersSent) {
      this.#response.destroy();
      return error;
    }
    if (!this.#request.complete) this.#drain();
    for (const [name, text] of Object.entries(toErrorHeaders(error))) this.#set(name, text);
    if (error.allow.length > 0) this.#set('allow', error.allow.join(', '));
    const { httpStatus } = errorCatalogue[error.kind];
    this.#send(httpStatus, errorEnvelope(error, this.#service, this.#method, this));
    return error;
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
    this.#response.writeHead(status).end();
  }

  /** Ends the answer with a value as JSON. */
  #send(status: number, value: object): void {
    this.#write(status, 'application/json; charset=utf-8', JSON.stringify(value));
  }

  /** Ends the answer with a text; to HEAD only the headers are sent. */
  #write(status: number, type: string, text: string): void {
    const response = this.#response;
    const byteCount = Buffer.byteLength(text);
    response.statusCode = status;
    this.#set('content-type', type);
    this.#set('content-length', String(byteCount));
    // A string is sent in one write with the headers; ASCII is the quickest to encode.
    response.end(text, byteCount === text.length ? 'latin1' : 'utf8');
  }

  #set(name: string, text: string): void {
    this.#response.setHeader(name, text);
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
 * Whether the reason was logged when it began: an outage of the store by its watch; unreadable partitions and objects,
 * and ym-profiles that are behind because of them, by the mirror, whose errors have no cause. A line per request would
 * fill the disk: 8 MB per minute at 500 requests per second.
 */
const isLoggedElsewhere = ({ cause }: ServiceError): boolean =>
  cause === undefined || cause instanceof StoreUnavailable || cause instanceof UnreadablePartition;

/** The methods that a path answers, given those that it has operations for: HEAD where there is GET, and OPTIONS. */
export const allowedMethods = (methods: readonly string[]): readonly string[] => [
  ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
];

/** The error for a method that a path has no operation for. */
export const methodRefusal = (path: string, method: string | undefined, allow: readonly string[]): ServiceError =>
  new ServiceError('method_not_allowed', `${path} has no ${method}, allowed: ${allow.join(', ')}`, { allow });
