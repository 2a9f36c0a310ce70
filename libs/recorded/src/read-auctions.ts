import { zstdDecompressSync } from 'node:zlib';
import { RecordedReader } from './line/recorded-reader.ts';
import type { RecordedAuction } from './line/usual-line.ts';

const reader = new RecordedReader();

/** Gives each auction of whole frames to `take`, and returns the number of lines that could not be read. */
export const readRecordedAuctions = (packed: Uint8Array, take: (auction: RecordedAuction) => void): number =>
  reader.readPacked(packed, unpack, take);

/** Nothing where the frame is damaged. */
function unpack(frame: Uint8Array): Uint8Array | undefined {
  try {
    return zstdDecompressSync(frame);
  } catch (error) {
    if (error instanceof Error && /^Z(?:STD)?_/.test(String(Reflect.get(error, 'code')))) return undefined;
    throw error;
  }
}
