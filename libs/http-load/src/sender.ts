import { Pool } from 'undici';
import type { Load, LoadRequest } from './load.ts';

/** Receives the result of one request: exactly one of the two functions is called, once. */
export interface RequestEnd {
  readonly onAnswer: (status: number, body: string) => void;
  readonly onFailure: (problem: string) => void;
}

export interface Sender {
  readonly send: (request: LoadRequest, end: RequestEnd) => void;
  /** Closes all connections; outstanding requests fail. */
  readonly close: () => Promise<void>;
}

/** Sends requests over kept-alive connections, one at a time on each. Follows no redirect. */
export function createSender({
  origin,
  headers,
  connections,
  timeoutMs,
}: Pick<Load, 'origin' | 'headers' | 'connections' | 'timeoutMs'>): Sender {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
  });
  return {
    send({ method, path, body = null }, { onAnswer, onFailure }) {
      let status = 0;
      const chunks: Buffer[] = [];
      pool.dispatch(
        { method, path, headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, statusCode) {
            status = statusCode;
          },
          onResponseData(_controller, chunk) {
            chunks.push(chunk);
          },
          onResponseEnd() {
            onAnswer(status, (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString());
          },
          onResponseError(_controller, error) {
            onFailure(nameFailure(error));
          },
        },
      );
    },
    close: () => pool.destroy(),
  };
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** The name of a connection's failure, by its code: `connection: ECONNREFUSED`. */
export function nameFailure(error: Error & { readonly code?: string }): string {
  const { code = '' } = error;
  if (timeoutCodes.has(code)) return 'timeout';
  // The connection was closed before an answer or during one.
  if (code === 'UND_ERR_SOCKET') return 'connection: closed without an answer';
  return `connection: ${code === '' ? error.message : code}`;
}
