import { closeSync, openSync, readSync } from 'node:fs';
import type { FeedPart, JsonPart, LogPart } from '../log/file/part.ts';
import { wholeParts } from '../log/file/part.ts';
import { bytesOf, type LogSource } from '../log/file/source.ts';

const lineFeed = 10;
const chunkBytes = 262_144;

export interface Cutting {
  /** Approximate size of the next part of a plain file, from the number of bytes left of the log. */
  readonly partBytes: (leftBytes: number) => number;
  /** Number of parts of a feed. */
  readonly readers: number;
}

/**
 * Cuts a log into parts that can be read in parallel, lazily and in the order of the log. Plain files are cut by bytes;
 * finding the lines costs about a thirtieth of replaying them. Each part of a feed reads all rows of the feed, so there are
 * as few parts as readers. A compressed file is one part, because decompression cannot begin in the middle.
 */
export function* cutLog(sources: readonly LogSource[], { partBytes, readers }: Cutting): Iterable<LogPart> {
  let leftBytes = sizeOf(sources);
  for (const part of wholeParts(sources)) {
    if (part.kind === 'feed') yield* cutFeed(part, readers);
    else {
      if (part.source.compression === 'none') yield* cutFile(part, (cutBytes) => partBytes(leftBytes - cutBytes));
      else yield part;
      leftBytes -= sizeOf([part.source]);
    }
  }
}

/** Size of the files as they stand on disk. */
export function sizeOf(sources: readonly LogSource[]): number {
  return sources.reduce((sum, source) => sum + bytesOf(source), 0);
}

function cutFeed(whole: FeedPart, count: number): FeedPart[] {
  return Array.from({ length: count }, (_, index) => ({ ...whole, index, count }));
}

/**
 * `partBytes` receives how many bytes of the file have been cut. Reads are synchronous, into one memory: threads wait for
 * the next part, and with asynchronous reads this thread would work on its own part in between.
 */
function* cutFile(whole: JsonPart, partBytes: (cutBytes: number) => number): Iterable<JsonPart> {
  const memory = Buffer.allocUnsafeSlow(chunkBytes);
  let [startByte, firstLine, line] = [0, 1, 1];
  let descriptor: number | undefined;
  try {
    descriptor = openSync(whole.source.file, 'r');
    let leastEnd = partBytes(0);
    for (let chunkByte = 0; ; ) {
      const chunk = memory.subarray(0, readSync(descriptor, memory, 0, chunkBytes, null));
      if (chunk.length === 0) break;
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) {
        line++;
        const endByte = chunkByte + at + 1;
        if (endByte < leastEnd) continue;
        yield { ...whole, startByte, endByte, firstLine };
        [startByte, firstLine] = [endByte, line];
        leastEnd = endByte + partBytes(endByte);
      }
      chunkByte += chunk.length;
    }
  } catch {
    // The reader of the last part meets the same fault, and reports it.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  yield { ...whole, startByte, firstLine };
}

/** A part and its place in the log, from 0. */
export interface QueuedPart {
  readonly at: number;
  readonly part: LogPart;
}

/** Gives the parts of a log to part workers, one after the other. */
export class PartQueue {
  readonly #parts: Iterator<LogPart>;
  #count = 0;
  #isOver = false;

  constructor(parts: Iterable<LogPart>) {
    this.#parts = parts[Symbol.iterator]();
  }

  /** undefined: no part is left. */
  next(): QueuedPart | undefined {
    if (this.#isOver) return undefined;
    const { value, done } = this.#parts.next();
    this.#isOver = done === true;
    return done === true ? undefined : { at: this.#count++, part: value };
  }

  /** Gives no further part. */
  end(): void {
    this.#isOver = true;
    this.#parts.return?.();
  }
}
