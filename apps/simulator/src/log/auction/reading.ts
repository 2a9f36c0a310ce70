import type { AuctionReader } from '@auction-tiers/auction-codec';
import { Failure, exitCode } from '../../cli/failure.ts';
import { printable } from '../../cli/terminal.ts';
import type { UsualFee } from './fee.ts';
import type { BrokenLine, InputCounts } from './input-report.ts';
import type { OwnerCheck } from './owner.ts';
import type { SeatBook } from './seat-book.ts';

/** The worth of one unit of each currency in the seller's currency, as decimal text. */
export type CurrencyRates = Readonly<Record<string, string>>;

/** What every reader of a part needs. */
export interface Reading {
  /** Fee of bids that name none, in auctions that name none; a feed's bids have none. */
  readonly fee: UsualFee;
  readonly seats: SeatBook;
  /** The currency of the seller, into which OpenRTB is converted. Default: USD, with no rates. */
  readonly currency?: string | undefined;
  readonly rates?: CurrencyRates | undefined;
  /** Whose auctions the log should have; undefined: of any seller. */
  readonly owner?: OwnerCheck | undefined;
  /** Dotted path of the time in lines of OpenRTB. Default: `time`, which they may lack. */
  readonly timeField?: string | undefined;
  /** Parser of auction bodies in their usual form. */
  readonly auctions: AuctionReader;
  /** Whether a broken line throws. */
  readonly isStrict: boolean;
  readonly onBrokenLine: (broken: BrokenLine) => void;
  readonly tally: InputCounts;
  /** Receives how many more bytes of the files have been read. */
  readonly onBytes: (count: number) => void;
}

/** Counts and reports a broken line; throws a `Failure` if the reading is strict. */
export function meetBrokenLine({ isStrict, onBrokenLine, tally }: Reading, broken: BrokenLine): void {
  const { file, line, problem } = broken;
  if (isStrict) throw new Failure(exitCode.found, `${file}, line ${line} ${problem}.`);
  tally.addBroken(broken);
  onBrokenLine(broken);
}

/**
 * Counts and reports a file that cannot be read to its end, as a broken line there. `isOfKill`: the process that wrote
 * the file was killed; the whole lines before that are right, so that it is no finding and ends no strict reading.
 */
export function meetBrokenFile(reading: Reading, broken: BrokenLine, isOfKill: boolean): void {
  if (!isOfKill) reading.tally.unfinishedFiles++;
  meetBrokenLine({ ...reading, isStrict: reading.isStrict && !isOfKill }, broken);
}

const printedBrokenLines = 10;

/** Prints the first broken lines on standard error, and once that there are more. */
export function createBrokenLinePrinter(): (broken: BrokenLine) => void {
  let count = 0;
  return ({ file, line, problem }) => {
    if (count++ < printedBrokenLines) process.stderr.write(printable(`${file}, line ${line} ${problem}.\n`));
    else if (count === printedBrokenLines + 1) process.stderr.write('More broken lines are counted, but not shown.\n');
  };
}
