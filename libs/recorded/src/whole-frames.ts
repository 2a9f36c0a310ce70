import { open } from 'node:fs/promises';
import { type Frame, readFrames } from './line/frame-note.ts';

const chunkBytes = 1024 * 1024;

/** Consecutive complete frames of a file. */
export interface WholeFrames {
  /** The bytes in the file. */
  readonly bytes: Buffer;
  readonly frames: readonly Frame[];
  /** Each frame with its notes, which zstd skips. */
  readonly pieces: readonly Buffer[];
}

/** A problem at the end of a file of recorded auctions. */
export class UnreadableEnd extends Error {
  /** Whether the last frame is incomplete, as after a process was killed; else other bytes follow. */
  readonly isCut: boolean;

  constructor(at: number, isCut: boolean) {
    super(isCut ? `is cut off at byte ${at}; all before that is read` : `has no recorded auctions at byte ${at}`);
    this.isCut = isCut;
  }
}

/**
 * The complete frames of a file of recorded auctions up to a byte offset. Throws an `UnreadableEnd` after the last one
 * if other bytes follow, and read errors.
 */
export async function* wholeFrames(path: string, endByte = Infinity): AsyncIterable<WholeFrames> {
  const file = await open(path);
  try {
    const size = Math.min((await file.stat()).size, endByte);
    let wanted = chunkBytes;
    for (let at = 0; at < size; ) {
      const length = Math.min(wanted, size - at);
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      const { frames, byteCount, neededBytes } = readFrames(buffer.subarray(0, bytesRead), at);
      if (frames.length > 0) {
        const start = at;
        const pieces = frames.map((frame) => buffer.subarray(frame.start - start, frame.end - start));
        yield { bytes: buffer.subarray(0, byteCount), frames, pieces };
        at += byteCount;
        wanted = chunkBytes;
      } else if (neededBytes > bytesRead && at + neededBytes <= size) wanted = neededBytes;
      else throw new UnreadableEnd(at, neededBytes > 0);
    }
  } finally {
    await file.close();
  }
}
