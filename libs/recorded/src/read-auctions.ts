import { zstdDecompressSync } from 'node:zlib';
import { readFrames } from './frame.ts';
import { RecordedReader } from './line/recorded-reader.ts';
import type { RecordedAuction } from './line/usual-line.ts';

const reader = new RecordedReader();
const noContent = Buffer.alloc(0);

/**
 * Gives each auction of whole frames to `take`, and returns the number of lines that could not be read. Frames are
 * unpacked one by one, because zstd ends without an error at a frame whose first bytes are damaged.
 */
export function readRecordedAuctions(packed: Uint8Array, take: (auction: RecordedAuction) => void): number {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let unread = 0;
  for (const { start, end, lines } of readFrames(bytes, 0).frames) {
    unread += lines;
    reader.read(unpack(bytes.subarray(start, end)), (auction) => {
      unread--;
      take(auction);
    });
  }
  return unread;
}

/** Nothing where the frame is damaged. */
function unpack(frame: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(frame);
  } catch (error) {
    if (error instanceof Error && /^Z(?:STD)?_/.test(String(Reflect.get(error, 'code')))) return noContent;
    throw error;
  }
}
