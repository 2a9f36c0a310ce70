import { Pool } from 'undici';
import type { Load, LoadRequest } from './load.ts';

/** What comes of one request; exactly one of the two is called, once. */
export interface Outcome {
  readonly onAnswer: (status: number, body: string) => void;
  readonly onFailure: (problem: string) => void;
}

export interface Sender {
  readonly send: (request: LoadRequest, outcome: Outcome) => void;
  /** Closes all connections; what is under way fails. */
  readonly close: () => Promise<void>;
}

/** Sends requests over connections that are kept, one at a time on each. It follows no redirect. */
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
      const pieces: Buffer[] = [];
      pool.dispatch(
        { method, path, headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, statusCode) {
            status = statusCode;
          },
          onResponseData(_controller, piece) {
            pieces.push(piece);
          },
          onResponseEnd() {
            onAnswer(status, (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString());
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

/** What went wrong with a connection, by its code: `connection: ECONNREFUSED`. */
export function nameFailure(error: Error & { readonly code?: string }): string {
  const { code = '' } = error;
  if (timeoutCodes.has(code)) return 'timeout';
  // The connection was closed in the middle of an answer, or before one.
  if (code === 'UND_ERR_SOCKET') return 'connection: closed without an answer';
  return `connection: ${code === '' ? error.message : code}`;
}
