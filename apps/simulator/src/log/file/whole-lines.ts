import { count } from '../../figure/text.ts';
import type { ByteReading } from './file-bytes.ts';
import { readBytes } from './file-bytes.ts';

const [lineFeed, carriageReturn] = [10, 13];

/** No auction is nearly as long; the limit keeps a file without line feeds from filling the memory. */
const longestLineBytes = 16_777_216;

/** What is wrong with a line that is longer; undefined: nothing. Only its beginning may have been read. */
export function findTooLong(lineBytes: number): string | undefined {
  return lineBytes > longestLineBytes ? `is longer than ${count(longestLineBytes)} bytes` : undefined;
}

/**
 * The content of a file in pieces of whole lines; only the last may lack its line feed. A piece is valid until the caller
 * asks for the next one. A line is copied only where it spans two chunks; of one that is too long
 * (`findTooLong`) the rest is left out. Throws a `BrokenFile` as `readBytes` does.
 */
export async function* readWholeLines(file: string, reading: ByteReading): AsyncIterable<Buffer> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of readBytes(file, reading)) {
    const last = chunk.lastIndexOf(lineFeed);
    if (last >= 0) {
      let start = 0;
      if (begunBytes > 0) {
        start = chunk.indexOf(lineFeed) + 1;
        begun.push(chunk.subarray(findTooLong(begunBytes) === undefined ? 0 : start - 1, start));
        yield Buffer.concat(begun);
      }
      if (start <= last) yield chunk.subarray(start, last + 1);
      begun = [];
      begunBytes = 0;
    }
    const rest = chunk.subarray(last + 1);
    if (rest.length === 0) continue;
    if (findTooLong(begunBytes) === undefined) begun.push(Buffer.from(rest));
    begunBytes += rest.length;
  }
  if (begunBytes > 0) yield Buffer.concat(begun);
}

/** Calls `onLine` with the start and end of each line, without its line feed and a carriage return before it. */
export function forEachLine(piece: Buffer, onLine: (start: number, end: number) => void): void {
  for (let start = 0; start < piece.length; ) {
    const end = lineEnd(piece, start);
    onLine(start, textEnd(piece, start, end));
    start = end + 1;
  }
}

/** The end of the line that starts at `start`: its line feed, or the end of the piece. */
export function lineEnd(piece: Buffer, start: number): number {
  const end = piece.indexOf(lineFeed, start);
  return end < 0 ? piece.length : end;
}

/** `end`, or the place of a carriage return right before it. */
export function textEnd(piece: Buffer, start: number, end: number): number {
  return end > start && piece[end - 1] === carriageReturn ? end - 1 : end;
}
