import type { IncomingMessage, ServerResponse } from 'node:http';

type Written = Uint8Array | string;

/**
 * Gives an answer that is written in one piece its length, which tRPC's adapter leaves out: by it a short answer is known
 * as one that need not be compressed. Streams are passed on as they are written, and to HEAD end with their headers.
 */
export function holdAnswer({ method }: Pick<IncomingMessage, 'method'>, response: ServerResponse): void {
  const write = response.write.bind(response) as (piece: Written) => boolean;
  const end = response.end.bind(response) as (piece?: Written) => ServerResponse;
  let held: Written | undefined;

  response.write = (piece: Written): boolean => {
    if (response.writableEnded) return true;
    if (isStream(response)) {
      if (method !== 'HEAD') return write(piece);
      end();
      return true;
    }
    const before = held;
    held = piece;
    return before === undefined || write(before);
  };
  response.end = ((piece?: Written) => {
    if (response.writableEnded) return response;
    const last = piece ?? held;
    if (piece !== undefined && held !== undefined) write(held);
    if (last !== undefined && !response.headersSent) response.setHeader('content-length', Buffer.byteLength(last));
    return end(last);
  }) as ServerResponse['end'];
}

const isStream = (response: ServerResponse): boolean =>
  response.hasHeader('transfer-encoding') || String(response.getHeader('content-type')).startsWith('text/event-stream');
