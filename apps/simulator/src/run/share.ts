import { AuctionReader } from '@auction-tiers/auction-codec';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { compile } from '@auction-tiers/tier-engine';
import type { LedgerData } from '../tally/tally-data.ts';
import type { BrokenLine, InputReport } from '../log/auction/input-report.ts';
import type { LogOrder } from '../log/log-reader.ts';
import { LogReader } from '../log/log-reader.ts';
import type { LogPart } from '../log/file/part.ts';
import { createSeatBook } from '../log/auction/seat-book.ts';
import { AuctionReplay } from '../replay/auction-replay.ts';
import type { HistogramData } from '@auction-tiers/http-load/histogram';

/** What it takes to replay parts of a log, in whatever thread or machine. Plain data: JSON carries it. */
export interface ShareTask {
  readonly tiers: TierSetSource;
  /** What the seat file says. */
  readonly mapped: readonly (readonly [string, number])[];
  /** Buyers by name, in lower case. */
  readonly memberOfName: readonly (readonly [string, number])[];
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** Whether a broken line ends the replay. */
  readonly isStrict: boolean;
}

/** What came of some parts. Plain data. */
export interface ShareResult {
  readonly ledger: LedgerData;
  readonly latency: HistogramData;
}

export interface ShareListener {
  readonly onBrokenLine: (broken: BrokenLine) => void;
  /** Hears how many bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
}

/** Replays parts of a log, one after the other, into one ledger. */
export class Share {
  readonly #replay: AuctionReplay;
  readonly #reading: Pick<LogOrder, 'feePpm' | 'isStrict' | 'seats' | 'auctions'>;
  readonly #listener: ShareListener;

  constructor({ tiers, mapped, memberOfName, feePpm, isStrict }: ShareTask, listener: ShareListener) {
    const compiled = compile(tiers);
    if (!compiled.ok) throw new TypeError('A tier set that compiled before does not compile here.');
    const seats = createSeatBook({ mapped: new Map(mapped), memberOfName: new Map(memberOfName) });
    this.#replay = new AuctionReplay(compiled.tierSet);
    this.#reading = { feePpm, isStrict, seats, auctions: new AuctionReader() };
    this.#listener = listener;
  }

  /** What was read, with all seats. Throws a `Failure` as reading a log does. */
  async run(part: LogPart): Promise<InputReport> {
    const { onBrokenLine, onBytes } = this.#listener;
    const reader = new LogReader({ ...this.#reading, parts: [part], onBrokenLine });
    let told = 0;
    for await (const batch of reader) {
      for (const { request } of batch) this.#replay.run(request);
      onBytes(reader.bytesRead - told);
      told = reader.bytesRead;
    }
    return reader.report(Infinity);
  }

  result(): ShareResult {
    return { ledger: this.#replay.ledger.toData(), latency: this.#replay.latency.toData() };
  }
}
