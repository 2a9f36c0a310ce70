import { AnxApi, type IConfig } from 'anx-api';
import type { ApiError } from 'anx-api/lib/errors.js';
import { errorCatalogue, type ServiceError } from '@auction-tiers/contract';
import { errorEnvelope } from '../../src/doors/http/exchange.ts';
import type { OwnAnswer } from '../fixture/proxy.ts';
import type { Content } from '../fixture/request.ts';

/** What the client hands over of an answer; its own types say `any` of all of it. */
export interface AnxAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly response: Content };
}

type Direction = 'READ' | 'WRITE';

/** Settings that the client knows and its types leave out. */
interface AnxSettings extends Partial<IConfig> {
  readonly rateLimitRead?: number;
  readonly rateLimitReadSeconds?: number;
  readonly onRateLimitExceeded?: (direction: Direction, error: ApiError) => void;
  readonly onRateLimitPause?: (direction: Direction) => void;
  readonly onRateLimitResume?: (direction: Direction) => void;
}

/** The official client, unchanged. Its own bounds, 100 reads and 60 writes per minute, are off unless asked for. */
export function createAnx(target: string, settings: AnxSettings = {}): AnxApi {
  return new AnxApi({ target, rateLimiting: false, environment: 'node', ...settings });
}

/** The content of `response`, whichever method asked for it. */
export async function contentOf(call: Promise<AnxAnswer>): Promise<Content> {
  return (await call).body.response;
}

/** Why a call of the client failed; a call that succeeds is the test's failure. */
export async function anxErrorOf(call: Promise<unknown>): Promise<ApiError> {
  const given = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in given) return given.error as ApiError;
  throw new Error(`this call should have failed, and gave ${JSON.stringify(given.value)}`);
}

/** An error as the service documents it, for a proxy to answer with: status, headers and body. */
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
