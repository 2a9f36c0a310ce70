import type { IncomingMessage, ServerResponse } from 'node:http';
import { inSlices } from '../../slice/slice.ts';
import { sendLongText, writePieces } from '../http/long-json.ts';
import { hasLongOutput, withOutputs } from './long-output.ts';

type Written = Uint8Array | string;

/**
 * Gives an answer that is written in one piece its length, which tRPC's adapter leaves out: by it a short answer is known
 * as one that need not be compressed. Streams are passed on as they are written, and to HEAD end with their headers. Long
 * outputs are put in place of their marks, in slices.
 */
export function holdAnswer({ method }: Pick<IncomingMessage, 'method'>, response: ServerResponse): void {
  const write = response.write.bind(response) as (piece: Written) => boolean;
  const end = response.end.bind(response) as (piece?: Written) => ServerResponse;
  const own = { write: write as ServerResponse['write'], end: end as ServerResponse['end'] };
  const stream = {
    write: own.write,
    get destroyed() {
      return response.destroyed;
    },
  };
  let held: Written | undefined;
  let isEnded = false;
  /** What is written of a stream since its first long output. */
  let writing: Promise<void> | undefined;

  const passOn = (piece: Written): boolean => {
    if (writing === undefined && !hasLongOutput(response)) return write(piece);
    const pieces = withOutputs(response, textOf(piece));
    writing = (writing ?? Promise.resolve()).then(() => inSlices(writePieces(stream, pieces)));
    return true;
  };

  response.write = (piece: Written): boolean => {
    if (isEnded || response.writableEnded) return true;
    if (isStream(response)) {
      if (method !== 'HEAD') return passOn(piece);
      end();
      return true;
    }
    const before = held;
    const isMarked = before !== undefined && hasLongOutput(response);
    held = isMarked ? textOf(before) + textOf(piece) : piece;
    return before === undefined || isMarked || write(before);
  };
  response.end = ((piece?: Written) => {
    if (isEnded || response.writableEnded) return response;
    if (piece !== undefined && !isStream(response)) response.write(piece);
    const last = isStream(response) ? piece : held;
    isEnded = true;
    if (writing !== undefined) {
      void writing.then(() => end(piece));
    } else if (last !== undefined && !response.headersSent && hasLongOutput(response)) {
      Object.assign(response, own);
      void sendLongText(response, withOutputs(response, textOf(last)));
    } else {
      if (last !== undefined && !response.headersSent) response.setHeader('content-length', Buffer.byteLength(last));
      end(last);
    }
    return response;
  }) as ServerResponse['end'];
}

const textOf = (piece: Written): string => (typeof piece === 'string' ? piece : Buffer.from(piece).toString());

const isStream = (response: ServerResponse): boolean =>
  response.hasHeader('transfer-encoding') || String(response.getHeader('content-type')).startsWith('text/event-stream');
