import { BrokenFile } from './file-bytes.ts';
import type { FeedPart, JsonPart, LogPart } from './part.ts';
import { wholeParts } from './part.ts';
import type { LogSource } from './source.ts';
import { forEachLine, readWholeLines } from './whole-lines.ts';

/**
 * Cuts a log into parts of about `linesInPart` lines, to be read side by side; together they give what the whole gives.
 * A feed is cut into `feedPartCount` parts, each of which reads all of its files. A packed file is cut too, but each part
 * has to unpack what is before it.
 */
export async function splitParts(
  sources: readonly LogSource[],
  linesInPart: number,
  feedPartCount: number,
): Promise<LogPart[]> {
  const parts: LogPart[] = [];
  for (const part of wholeParts(sources)) {
    parts.push(...(part.kind === 'feed' ? splitFeed(part, feedPartCount) : await splitFile(part, linesInPart)));
  }
  return parts;
}

function splitFeed(part: FeedPart, count: number): FeedPart[] {
  return Array.from({ length: count }, (_, index) => ({ ...part, index, count }));
}

async function splitFile(whole: JsonPart, linesInPart: number): Promise<JsonPart[]> {
  const parts: JsonPart[] = [];
  let line = 1;
  let startByte = 0;
  try {
    for await (const piece of readWholeLines(whole.source.file, { compression: whole.source.compression })) {
      forEachLine(piece, (start) => {
        if ((line - 1) % linesInPart === 0) {
          parts.push({ ...whole, startByte: startByte + start, firstLine: line, lineCount: linesInPart });
        }
        line++;
      });
      startByte += piece.length;
    }
  } catch (error) {
    // The reader of the last part meets the same fault, and tells it.
    if (!(error instanceof BrokenFile)) throw error;
  }
  const last = parts.pop();
  if (last === undefined) return [whole];
  const { lineCount: _all, ...toTheEnd } = last;
  return [...parts, toTheEnd];
}
