import { randomUUID } from 'node:crypto';
import { type Caller, type Context, errorCatalogue, type ServiceError, toServiceError } from '@auction-tiers/contract';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type Debug, errorEnvelope, okEnvelope } from './envelope.ts';

/** One request and its answer. */
export class Exchange implements Debug {
  readonly requestId: string;
  readonly warnings: string[] = [];
  readonly startedMs = performance.now();
  readonly #request: Request;
  readonly #response: Response;
  readonly #method: string;
  readonly #service: string | null;
  readonly #log: Logger;

  constructor(request: Request, response: Response, service: string | null, log: Logger) {
    this.requestId = requestIdOf(request);
    this.#request = request;
    this.#response = response;
    this.#method = request.method;
    this.#service = service;
    this.#log = log;
    response.setHeader('x-request-id', this.requestId);
  }

  context(caller: Caller | ServiceError): Context {
    return { caller, requestId: this.requestId, warn: (message) => void this.warnings.push(message) };
  }

  ok(term: string | null, content: Readonly<Record<string, unknown>>, extra?: Readonly<Record<string, unknown>>): void {
    this.#response.json(okEnvelope(term, content, this, extra));
  }

  fail(thrown: unknown): void {
    if (this.#response.destroyed || (this.#request.destroyed && !this.#request.complete)) {
      this.#log.debug({ requestId: this.requestId, error: thrown }, 'the caller went away before its answer');
      return;
    }
    const error = toAnswerable(thrown, this.requestId, this.#log);
    if (this.#response.headersSent) {
      this.#response.destroy();
      return;
    }
    // What is left of a body that was refused is not worth reading.
    if (!this.#request.complete) this.#response.setHeader('connection', 'close');
    if (error.retryAfterS !== undefined) this.#response.setHeader('retry-after', String(error.retryAfterS));
    if (error.kind === 'rate_exceeded' || error.kind === 'unavailable') {
      this.#response.setHeader('x-ratelimit-code', errorCatalogue[error.kind].errorCode ?? '');
    }
    if (error.allow.length > 0) this.#response.setHeader('allow', error.allow.join(', '));
    this.#response.status(errorCatalogue[error.kind].httpStatus);
    this.#response.json(errorEnvelope(error, this.#service, this.#method, this));
  }
}

/** The error that a caller is told; what was not foreseen is logged with its cause and shown without it. */
export function toAnswerable(thrown: unknown, requestId: string, log: Logger): ServiceError {
  const error = toServiceError(thrown);
  if (error.kind === 'unknown')
    log.error({ requestId, error: error.cause ?? error }, 'a request failed in a way nobody foresaw');
  if (error.kind === 'unavailable') log.warn({ requestId, error: error.cause }, 'a request could not reach the store');
  return error;
}

/** The caller's own request id where it is a plain one, so that both logs can be matched. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}
