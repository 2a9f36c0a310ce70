import { crc32 } from 'node:zlib';

/*
 * Stored counts are frames one after another. A frame has a header and a content: version, a unique mark, the length of
 * the content, the number of pairs, the length before the values, and since version 3 a checksum of all that follows it
 * and the piece of an hour. The header of version 1 ends after the number of pairs.
 */

/** The version that is written. Version 1 counted no values; both earlier versions number their cells. */
export const presentVersion = 3;
/** Wraps bytes that could not be read when the frames around them were merged, so that they stay visible. */
const damagedVersion = 255;
const [markAt, lengthAt, pairsAt, valuesAt, sumAt, pieceAt] = [1, 9, 13, 17, 21, 25];
const headerBytesOf: Readonly<Record<number, number>> = { 1: 17, 2: 21, 3: 26, [damagedVersion]: 26 };
export const headerBytes = headerBytesOf[presentVersion]!;

/** The piece of counts that are of no piece of an hour: a day, or counts of an earlier version. */
export const noPiece = 3;

/** One frame among others. */
export interface Frame {
  readonly version: number;
  readonly start: number;
  /** Where the content begins, and where it ends. */
  readonly from: number;
  readonly end: number;
  readonly pairCount: number;
  /** Where the values begin, for a record of counts. */
  readonly valuesAt: number;
  /** The piece of the hour that is counted, or `noPiece`. */
  readonly piece: number;
}

/** Bytes that cannot be read as counts, and why. */
export interface Damage {
  readonly start: number;
  readonly end: number;
  readonly why: string;
  /** Whether it is a frame around damaged bytes already. */
  readonly isWrapped?: boolean;
}

export interface FoundFrames {
  readonly frames: readonly Frame[];
  readonly damage: readonly Damage[];
}

/** The mark of the first frame: while it stays, the stored frames are unchanged except for additions at the end. */
export const markOf = (bytes: Buffer): Buffer => bytes.subarray(markAt, lengthAt);

export const contentOf = (bytes: Buffer, { from, end }: Pick<Frame, 'from' | 'end'>): Buffer =>
  bytes.subarray(from, end);

/** Finds the frames. What follows a damaged header is lost with it; a frame with a wrong checksum is lost alone. */
export function findFrames(bytes: Buffer): FoundFrames {
  const frames: Frame[] = [];
  const damage: Damage[] = [];
  for (let start = 0; start < bytes.length; ) {
    const frame = readHeader(bytes, start);
    if (frame === null) {
      damage.push({ start, end: bytes.length, why: `no record begins at byte ${start} of ${bytes.length}` });
      break;
    }
    const { end } = frame;
    if (frame.version === damagedVersion)
      damage.push({ start, end, why: `the record at byte ${start} was damaged`, isWrapped: true });
    else if (
      frame.version === presentVersion &&
      bytes.readUInt32LE(start + sumAt) !== crc32(bytes.subarray(start + pieceAt, end))
    )
      damage.push({ start, end, why: `the record at byte ${start} has a wrong checksum` });
    else frames.push(frame);
    start = end;
  }
  return { frames, damage };
}

function readHeader(bytes: Buffer, start: number): Frame | null {
  const found = bytes[start]!;
  const from = start + (headerBytesOf[found] ?? Number.POSITIVE_INFINITY);
  if (from > bytes.length) return null;
  const end = from + bytes.readUInt32LE(start + lengthAt);
  if (end > bytes.length) return null;
  const values = found === 1 ? end : from + bytes.readUInt32LE(start + valuesAt);
  const piece = found < presentVersion ? noPiece : bytes[start + pieceAt]!;
  const pairCount = bytes.readUInt32LE(start + pairsAt);
  return { version: found, start, from, end, pairCount, valuesAt: values, piece };
}

interface Header {
  /** 8 random bytes. */
  readonly mark: Uint8Array;
  readonly piece: number;
  readonly pairCount: number;
  /** Length of the content before the values. */
  readonly valuesLength: number;
}

/** Writes the header of a frame whose content follows it in `frame` already. */
export function writeHeader(
  frame: Buffer,
  { mark, piece, pairCount, valuesLength }: Header,
  as = presentVersion,
): void {
  frame[0] = as;
  frame.set(mark, markAt);
  frame.writeUInt32LE(frame.length - headerBytes, lengthAt);
  frame.writeUInt32LE(pairCount, pairsAt);
  frame.writeUInt32LE(valuesLength, valuesAt);
  frame[pieceAt] = piece;
  frame.writeUInt32LE(crc32(frame.subarray(pieceAt)), sumAt);
}

/** A frame with other content than counts. */
export const encodeFrame = (content: Uint8Array, mark: Uint8Array): Buffer => wrap(content, mark, presentVersion);

/** A frame around damaged bytes. */
export const encodeDamage = (bytes: Uint8Array, mark: Uint8Array): Buffer => wrap(bytes, mark, damagedVersion);

function wrap(content: Uint8Array, mark: Uint8Array, as: number): Buffer {
  const frame = Buffer.alloc(headerBytes + content.length);
  frame.set(content, headerBytes);
  writeHeader(frame, { mark, piece: noPiece, pairCount: 0, valuesLength: 0 }, as);
  return frame;
}
