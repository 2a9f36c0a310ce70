import { AuctionReader } from '@auction-tiers/auction-codec';
import type { BrokenLine, InputReport } from '../log/auction/input-report.ts';
import { toSeatBook } from '../log/auction/seat-book.ts';
import type { LogPart } from '../log/file/part.ts';
import type { LogOrder } from '../log/log-reader.ts';
import { LogReader } from '../log/log-reader.ts';
import type { ReadingTask, Work } from './task.ts';

export interface PartListener {
  /** Default: broken lines are only in the report of the part, and can be reported in the order of the log. */
  readonly onBrokenLine?: (broken: BrokenLine) => void;
  /** Receives how many more bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
}

/** Reads parts of a log, one after the other, and adds their auctions to a work. */
export class PartWorker {
  readonly work: Work;
  readonly #reading: Omit<LogOrder, 'parts'>;

  constructor(work: Work, task: ReadingTask, { onBrokenLine = () => {}, onBytes }: PartListener) {
    this.work = work;
    const seats = toSeatBook(task.seats);
    const { fee, owner, timeField, currency, rates, isStrict } = task;
    const reading = { fee, owner, timeField, currency, rates, isStrict, seats, onBrokenLine, onBytes };
    this.#reading = { ...reading, auctions: new AuctionReader() };
  }

  /** Gives what was read, with all seats. Throws a `Failure` as reading a log does. */
  async run(part: LogPart): Promise<InputReport> {
    const reader = new LogReader({ ...this.#reading, parts: [part] });
    for await (const batch of reader) for (const auction of batch) this.work.add(auction);
    return reader.report(Infinity);
  }
}
