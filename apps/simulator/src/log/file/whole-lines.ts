import type { ByteReading } from './file-bytes.ts';
import { BrokenFile, readBytes } from './file-bytes.ts';

const [lineFeed, carriageReturn] = [10, 13];

/** No auction is nearly as long; a file without line ends must not fill the memory. */
const longestLineBytes = 16_777_216;

/**
 * The content of a file in pieces that hold whole lines; only the last may lack its line feed. A piece is there until the
 * next one is asked for. A line is copied only where it lies across two chunks. Throws a `BrokenFile` as `readBytes`
 * does, and for a line that never ends.
 */
export async function* readWholeLines(file: string, reading: ByteReading): AsyncGenerator<Buffer, void, undefined> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of readBytes(file, reading)) {
    const last = chunk.lastIndexOf(lineFeed);
    if (last >= 0) {
      let start = 0;
      if (begunBytes > 0) {
        start = chunk.indexOf(lineFeed) + 1;
        yield Buffer.concat([...begun, chunk.subarray(0, start)]);
      }
      if (start <= last) yield chunk.subarray(start, last + 1);
      begun = [];
      begunBytes = 0;
    }
    const rest = chunk.subarray(last + 1);
    if (rest.length === 0) continue;
    begun.push(Buffer.from(rest));
    begunBytes += rest.length;
    if (begunBytes > longestLineBytes) {
      throw new BrokenFile(`has a line longer than ${longestLineBytes.toLocaleString('en-US')} bytes`);
    }
  }
  if (begunBytes > 0) yield Buffer.concat(begun);
}

/** Calls for each line with where it starts and ends: without its line feed, and without a carriage return before it. */
export function forEachLine(piece: Buffer, onLine: (start: number, end: number) => void): void {
  for (let start = 0; start < piece.length; ) {
    const end = lineEnd(piece, start);
    onLine(start, textEnd(piece, start, end));
    start = end + 1;
  }
}

/** Where the line that starts here ends: at its line feed, or with the piece. */
export function lineEnd(piece: Buffer, start: number): number {
  const end = piece.indexOf(lineFeed, start);
  return end < 0 ? piece.length : end;
}

/** The same without a carriage return before it. */
export function textEnd(piece: Buffer, start: number, end: number): number {
  return end > start && piece[end - 1] === carriageReturn ? end - 1 : end;
}
