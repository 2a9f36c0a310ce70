import { readFrames } from './frame-note.ts';
import { readRecordedObject } from './own-object.ts';
import { type RecordedAuction, UsualLineReader } from './usual-line.ts';

export { readOwnObject, toId } from './own-object.ts';
export type { OwnAuction, RecordedAuction } from './usual-line.ts';

const lineFeed = 10;

/** Reads the lines of recorded auctions. */
export class RecordedReader {
  readonly #usual = new UsualLineReader();
  readonly #decoder = new TextDecoder();

  /**
   * Gives each auction of whole frames to `take`, and returns the number of lines that could not be read. `unpack` gives the
   * content of one zstd frame between its notes, nothing where it is damaged. Frames are unpacked one by one, because zstd
   * ends without an error at a frame whose first bytes are damaged.
   */
  readPacked(
    packed: Uint8Array,
    unpack: (frame: Uint8Array) => Uint8Array | undefined,
    take: (auction: RecordedAuction) => void,
  ): number {
    let unread = 0;
    for (const { start, end, lines } of readFrames(packed, 0).frames) {
      const content = unpack(packed.subarray(start, end));
      unread += lines;
      if (content === undefined) continue;
      this.read(content, (auction) => {
        unread--;
        take(auction);
      });
    }
    return unread;
  }

  /** Gives the auction of each line to `take`, and returns the number of lines that could not be read. */
  read(bytes: Uint8Array, take: (auction: RecordedAuction) => void): number {
    let unread = 0;
    for (let start = 0; start < bytes.length; ) {
      const feed = bytes.indexOf(lineFeed, start);
      const end = feed < 0 ? bytes.length : feed;
      const auction = this.#usual.readRecorded(bytes, start, end) ?? this.#readOther(bytes.subarray(start, end));
      if (auction === undefined) unread++;
      else take(auction);
      start = end + 1;
    }
    return unread;
  }

  #readOther(line: Uint8Array): RecordedAuction | undefined {
    let value: unknown;
    try {
      value = JSON.parse(this.#decoder.decode(line));
    } catch {
      return undefined;
    }
    const reading = readRecordedObject(Object(value) as Readonly<Record<string, unknown>>);
    return reading.ok ? reading.auction : undefined;
  }
}
