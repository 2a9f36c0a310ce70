import { readRecordedObject } from './own-object.ts';
import { type RecordedAuction, UsualLineReader } from './usual-line.ts';

export { readOwnObject, toId } from './own-object.ts';
export type { OwnAuction, RecordedAuction } from './usual-line.ts';

const lineFeed = 10;

/** Reads the lines of recorded auctions. It needs no more than their bytes, so that the page uses it too. */
export class RecordedReader {
  readonly #usual = new UsualLineReader();
  readonly #decoder = new TextDecoder();

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
