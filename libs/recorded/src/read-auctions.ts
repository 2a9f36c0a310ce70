import { zstdDecompressSync } from 'node:zlib';
import { type RecordedAuction, RecordedReader } from './line/recorded-reader.ts';

const reader = new RecordedReader();

/** Gives each auction of whole frames to `take`, and returns the number of lines that could not be read. */
export const readRecordedAuctions = (frames: Uint8Array, take: (auction: RecordedAuction) => void): number =>
  reader.read(zstdDecompressSync(frames), take);
