import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { exitCode, Failure } from '../failure.ts';
import type { BrokenLine, InputReport } from '../report/report.ts';
import { readLines } from './line-reader.ts';
import type { LogReader } from './log-reader.ts';

/** How to read a log. */
export interface LogReading {
  readonly files: readonly string[];
  readonly read: LogReader;
  /** Whether a broken line ends the reading. */
  readonly isStrict: boolean;
  readonly onBrokenLine: (broken: BrokenLine) => void;
  /** Takes one auction after the other; the log is read no faster than it takes them. */
  readonly onAuction: (request: AuctionRequest, place: string) => void | Promise<void>;
}

/** Broken lines that a report lists; all are counted. */
const listedBrokenLines = 10;

/** Reads all lines of all files and says what it found. Throws a `Failure` at a broken line if that is wished. */
export async function readLog({ files, read, isStrict, onBrokenLine, onAuction }: LogReading): Promise<InputReport> {
  const lines = { own: 0, openrtb: 0 };
  const broken: BrokenLine[] = [];
  let brokenCount = 0;
  let invalidBidCount = 0;
  let warningCount = 0;
  for (const file of files) {
    for await (const { number, text } of readLines(file)) {
      const line = read(text, number);
      if (!line.ok) {
        const { problem } = line;
        if (isStrict) throw new Failure(exitCode.found, `${file}, line ${number} ${problem}.`);
        if (broken.length < listedBrokenLines) broken.push({ file, line: number, problem });
        brokenCount++;
        onBrokenLine({ file, line: number, problem });
        continue;
      }
      lines[line.format]++;
      invalidBidCount += line.invalidBidCount;
      warningCount += line.warningCount;
      for (const [at, auction] of line.auctions.entries()) {
        await onAuction(
          auction,
          line.auctions.length === 1 ? `line ${number}` : `line ${number}, impression ${at + 1}`,
        );
      }
    }
  }
  return {
    files,
    lines,
    broken_lines: brokenCount,
    broken,
    invalid_bids: invalidBidCount,
    warnings: warningCount,
  };
}
