/*
 * A segment is a file of zstd frames, which any zstd program reads. The lines of one flush are one frame. Before and
 * after it is a frame that zstd skips: the first one has the length of the frame of lines and the number of the file's
 * lines so far, so that a file can be read frame by frame; the last one has the offset of the first, so that the end of
 * a file tells its number of lines.
 */

/** For other programs the frame of lines must come first, so both notes use the magic number that zstd skips. */
export const skippedMagic = 0x18_4d_2a_5a;
/** `ATR1`, in the content that zstd skips. */
export const tag = 0x31_52_54_41;
export const skippedHeadBytes = 8;
/** Tag, bytes of the frame, lines of the frame, lines of the file up to its end, share in parts per million. */
export const noteBytes = skippedHeadBytes + 20;
/** Tag, and the number of bytes from the start of the note to the end of this one. */
export const endBytes = skippedHeadBytes + 8;
export const ppm = 1_000_000;

/** The lines of one flush. */
export interface Frame {
  readonly lines: number;
  /** Lines of the file up to the end of this frame. */
  readonly linesSoFar: number;
  /** Share of auctions that was recorded. */
  readonly share: number;
  /** Its offset in the file, including its note, and its end. */
  readonly start: number;
  readonly end: number;
}

/** The complete frames of a piece of a file. */
export interface PackedFrames {
  readonly frames: readonly Frame[];
  /** Bytes of the piece that are complete frames; the rest is the start of a frame, or nothing. */
  readonly byteCount: number;
  /** Bytes that the next frame needs; 0: what follows cannot be a frame. */
  readonly neededBytes: number;
}

/** Finds the complete frames of a piece of a file; `fileAt` is the piece's offset in the file. */
export function readFrames(piece: Uint8Array, fileAt: number): PackedFrames {
  const frames: Frame[] = [];
  let at = 0;
  for (;;) {
    if (piece.length - at < noteBytes) return { frames, byteCount: at, neededBytes: noteBytes };
    const frame = readNote(piece, at, fileAt);
    if (frame === undefined) return { frames, byteCount: at, neededBytes: 0 };
    const length = frame.end - frame.start;
    if (piece.length - at < length) return { frames, byteCount: at, neededBytes: length };
    frames.push(frame);
    at += length;
  }
}

/** The note at an offset of a piece, and the frame behind it; undefined: something else is there. */
export function readNote(piece: Uint8Array, at: number, fileAt: number): Frame | undefined {
  const words = new DataView(piece.buffer, piece.byteOffset + at, noteBytes);
  const word = (behind: number) => words.getUint32(behind, true);
  const isNote = word(0) === skippedMagic && word(4) === noteBytes - skippedHeadBytes && word(skippedHeadBytes) === tag;
  if (!isNote) return undefined;
  const [frameBytes, lines, linesSoFar, sharePpm] = [12, 16, 20, 24].map(word);
  const start = fileAt + at;
  const end = start + noteBytes + frameBytes! + endBytes;
  return { lines: lines!, linesSoFar: linesSoFar!, share: sharePpm! / ppm, start, end };
}
