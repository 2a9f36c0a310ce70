import { AuctionReader } from '@auction-tiers/auction-codec';
import { readFeedPart } from './feed/read-feed.ts';
import type { UsualFee } from './auction/fee.ts';
import type { BrokenLine, InputReport } from './auction/input-report.ts';
import { InputCounts } from './auction/input-report.ts';
import type { LoggedAuction } from './auction/logged-auction.ts';
import type { LogPart } from './file/part.ts';
import { readJsonPart } from './json/read-json.ts';
import type { Owner } from './auction/owner.ts';
import { OwnerCheck } from './auction/owner.ts';
import type { CurrencyRates, Reading } from './auction/reading.ts';
import type { SeatBook } from './auction/seat-book.ts';
import { bytesOf, type LogSource } from './file/source.ts';

/** Which log to read, and how. */
export interface LogOrder {
  /** The whole log (`wholeParts`) or some parts of it (`cutLog`). */
  readonly parts: readonly LogPart[];
  /** Fee of bids that name none, in auctions that name none. OpenRTB never names one; bids of a feed have none. */
  readonly fee: UsualFee;
  readonly seats: SeatBook;
  /** The currency of the seller, into which OpenRTB is converted. Default: USD, with no rates. */
  readonly currency?: string | undefined;
  readonly rates?: CurrencyRates | undefined;
  /** Whose auctions the log should have. Default: of any seller. */
  readonly owner?: Owner | undefined;
  /** Dotted path of the time in lines of OpenRTB. Default: `time`, which they may lack. */
  readonly timeField?: string | undefined;
  /** A reader that several parts share one after the other, so that known texts are kept. Default: a new one. */
  readonly auctions?: AuctionReader;
  /** Whether a broken line ends the reading, with a `Failure`. */
  readonly isStrict: boolean;
  /** Receives each broken line that is skipped. */
  readonly onBrokenLine: (broken: BrokenLine) => void;
  /** Receives how many more bytes of the files have been read, now and then. */
  readonly onBytes?: (count: number) => void;
}

/**
 * A log as batches of auctions, in the order of the log: `for await (const batch of reader) for (const auction of batch)`.
 * Iterate each batch once, to its end, before the next: its auctions are parsed one by one during the iteration, so that
 * memory does not grow with the log. Iterating throws a `Failure` where the log cannot be read at all or, if it is strict,
 * at the first broken line.
 */
export class LogReader implements AsyncIterable<Iterable<LoggedAuction>> {
  /** Size of the files as they stand on disk. */
  readonly byteCount: number;
  #bytesRead = 0;
  readonly #parts: readonly LogPart[];
  readonly #reading: Reading;

  constructor({ parts, auctions = new AuctionReader(), onBytes = () => {}, owner, ...order }: LogOrder) {
    const tally = new InputCounts(parts.flatMap(sourcesOf));
    this.#parts = parts;
    const countBytes = (count: number) => {
      this.#bytesRead += count;
      onBytes(count);
    };
    this.#reading = {
      ...order,
      ...(owner !== undefined && { owner: new OwnerCheck(owner) }),
      auctions,
      tally,
      onBytes: countBytes,
    };
    const sources = new Map(parts.flatMap(sourcesOf).map((source) => [source.file, source]));
    this.byteCount = [...sources.values()].reduce((sum, source) => sum + bytesOf(source), 0);
  }

  /** How much of `byteCount` has been read. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  /**
   * What has been read so far; of the whole log once the iteration is done. `seatCount`: how many of the seats with the
   * most bids it lists; `Infinity` if the reports of several parts are to be merged.
   */
  report(seatCount?: number): InputReport {
    return this.#reading.tally.report(seatCount);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Iterable<LoggedAuction>> {
    for (const part of this.#parts) {
      if (part.kind === 'json') yield* readJsonPart(part, this.#reading);
      else yield* readFeedPart(part, this.#reading);
    }
  }
}

function sourcesOf(part: LogPart): readonly LogSource[] {
  return part.kind === 'feed' ? part.sources : [part.source];
}
