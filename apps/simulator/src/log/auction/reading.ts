import type { AuctionReader } from '@auction-tiers/auction-codec';
import { Failure, exitCode } from '../../cli/failure.ts';
import { printable } from '../../cli/terminal.ts';
import type { BrokenLine, InputTally } from './input-report.ts';
import type { SeatBook } from './seat-book.ts';

/** What every reader of a part needs to know. */
export interface Reading {
  /** Fee of bids that name none, parts per million; a feed's bids have none. */
  readonly feePpm: number;
  readonly seats: SeatBook;
  /** For lines that are plainly ours. */
  readonly auctions: AuctionReader;
  /** Whether a broken line ends the reading. */
  readonly isStrict: boolean;
  readonly onBrokenLine: (broken: BrokenLine) => void;
  readonly tally: InputTally;
  /** Hears how many bytes of the files have been taken. */
  readonly onBytes: (count: number) => void;
}

/** Counts a broken line and tells it; throws a `Failure` if the reading is strict. */
export function meetBrokenLine({ isStrict, onBrokenLine, tally }: Reading, broken: BrokenLine): void {
  const { file, line, problem } = broken;
  if (isStrict) throw new Failure(exitCode.found, `${file}, line ${line} ${problem}.`);
  tally.addBroken(broken);
  onBrokenLine(broken);
}

const toldBrokenLines = 10;

/** Tells the first broken lines on standard error, and once that there are more. */
export function createBrokenLineTeller(): (broken: BrokenLine) => void {
  let told = 0;
  return ({ file, line, problem }) => {
    if (told++ < toldBrokenLines) process.stderr.write(printable(`${file}, line ${line} ${problem}.\n`));
    else if (told === toldBrokenLines + 1) process.stderr.write('More broken lines are counted, but not shown.\n');
  };
}
