import type { ServerResponse } from 'node:http';
import { errorCatalogue, type ServiceError } from '@auction-tiers/contract';

/** What `dbg_info` is made from. */
export interface Debug {
  readonly requestId: string;
  readonly warnings: readonly string[];
  readonly startedMs: number;
}

type Extra = Readonly<Record<string, unknown>>;

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
      dbg_info: { ...debugInfo(null, debug), issues: error.issues },
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

/** Ends a response with a value as JSON; of one to HEAD only the headers are sent. */
export function sendJson(response: ServerResponse, status: number, value: object): void {
  const text = JSON.stringify(value);
  const byteCount = Buffer.byteLength(text);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', byteCount);
  // A string is sent in one write with the headers; ASCII is the quickest to encode.
  response.end(text, byteCount === text.length ? 'latin1' : 'utf8');
}
