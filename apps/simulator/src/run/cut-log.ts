import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { FeedPart, JsonPart, LogPart } from '../log/file/part.ts';
import { wholeParts } from '../log/file/part.ts';
import type { LogSource } from '../log/file/source.ts';

const lineFeed = 10;
const chunkBytes = 262_144;

export interface Cutting {
  /** About the size of the next part of a plain file, where so many bytes of the log are left. */
  readonly partBytes: (leftBytes: number) => number;
  /** A feed is cut into as many parts. */
  readonly readers: number;
}

/**
 * Cuts a log into parts to be read side by side, in the order of the log, as they are asked for. Plain files are cut by
 * bytes; finding the lines costs about a thirtieth of replaying them. Each part of a feed has to read what it leaves to
 * the others, so there are as few as can be. A packed file is one part: there is no way into the middle of it.
 */
export async function* cutLog(
  sources: readonly LogSource[],
  { partBytes, readers }: Cutting,
): AsyncGenerator<LogPart, void, undefined> {
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
  return sources.reduce((sum, { file }) => sum + statSync(file).size, 0);
}

function cutFeed(whole: FeedPart, count: number): FeedPart[] {
  return Array.from({ length: count }, (_, index) => ({ ...whole, index, count }));
}

/** `partBytes` is told how much of the file has been cut. */
function* cutFile(whole: JsonPart, partBytes: (cutBytes: number) => number): Generator<JsonPart, void, undefined> {
  let [startByte, firstLine, line] = [0, 1, 1];
  let leastEnd = partBytes(0);
  let chunkByte = 0;
  for (const chunk of readAtOnce(whole.source.file)) {
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
  yield { ...whole, startByte, firstLine };
}

/**
 * Pieces of a file, one after the other in the same memory. Whoever asks for a part waits for it with nothing to do, and
 * the thread that cuts has parts of its own to work on, whose turns would come between all reads that do not wait.
 */
function* readAtOnce(file: string): Generator<Buffer, void, undefined> {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    for (;;) {
      const bytesRead = readSync(descriptor, chunk, 0, chunkBytes, null);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  } catch {
    // The reader of the last part meets the same fault, and tells it.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A part and its place in the log, from 0. */
export interface QueuedPart {
  readonly at: number;
  readonly part: LogPart;
}

/** Hands out the parts of a log one after the other, to whichever part worker asks. */
export class PartQueue {
  readonly #parts: AsyncIterator<LogPart> | Iterator<LogPart>;
  #count = 0;
  #isOver = false;
  #asked: Promise<unknown> = Promise.resolve();

  constructor(parts: AsyncIterator<LogPart> | Iterator<LogPart>) {
    this.#parts = parts;
  }

  /** undefined: there is none left. */
  next(): Promise<QueuedPart | undefined> {
    const answer = this.#ask(this.#asked);
    this.#asked = answer;
    return answer;
  }

  /** From now on there is nothing left. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#parts.return?.();
  }

  async #ask(before: Promise<unknown>): Promise<QueuedPart | undefined> {
    await before;
    if (this.#isOver) return undefined;
    const { value, done } = await this.#parts.next();
    this.#isOver ||= done === true;
    return done === true ? undefined : { at: this.#count++, part: value };
  }
}
