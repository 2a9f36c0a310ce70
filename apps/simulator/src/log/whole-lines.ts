import type { ByteReading } from './file-bytes.ts';
import { BrokenFile, readBytes } from './file-bytes.ts';

const lineFeed = 10;

/** No auction is nearly as long; a file without line ends must not fill the memory. */
const longestLineBytes = 16_777_216;

/**
 * The content of a file in pieces that hold whole lines; only the last may lack its line feed. A line is copied only
 * where it lies across two chunks. Throws a `BrokenFile` as `readBytes` does, and for a line that never ends.
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
    begun.push(rest);
    begunBytes += rest.length;
    if (begunBytes > longestLineBytes) {
      throw new BrokenFile(`has a line longer than ${longestLineBytes.toLocaleString('en-US')} bytes`);
    }
  }
  if (begunBytes > 0) yield Buffer.concat(begun);
}

/** Calls for each line with where it starts and ends: without its line feed, and without a carriage return before it. */
export function forEachLine(piece: Buffer, onLine: (start: number, end: number) => void): void {
  let start = 0;
  while (start < piece.length) {
    let end = piece.indexOf(lineFeed, start);
    if (end < 0) end = piece.length;
    onLine(start, piece[end - 1] === 13 && end > start ? end - 1 : end);
    start = end + 1;
  }
}
