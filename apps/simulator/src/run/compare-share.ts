import { AuctionReader } from '@auction-tiers/auction-codec';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { compile } from '@auction-tiers/tier-engine';
import type { InputReport } from '../log/auction/input-report.ts';
import type { LogOrder } from '../log/log-reader.ts';
import { LogReader } from '../log/log-reader.ts';
import type { LogPart } from '../log/file/part.ts';
import { createSeatBook } from '../log/auction/seat-book.ts';
import type { ComparedTierSet, ComparisonData } from '../compare/measuring/comparison.ts';
import { Comparison } from '../compare/measuring/comparison.ts';

/** What it takes to compare over parts of a log, in whatever thread. Plain data. */
export interface CompareTask {
  readonly current: TierSetSource;
  readonly draft: TierSetSource;
  readonly seed: string;
  /** What the seat file says. */
  readonly mapped: readonly (readonly [string, number])[];
  /** Buyers by name, in lower case. */
  readonly memberOfName: readonly (readonly [string, number])[];
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** Whether a broken line ends the comparison. */
  readonly isStrict: boolean;
}

/** Compares over parts of a log, one after the other. */
export class CompareShare {
  readonly #comparison: Comparison;
  readonly #reading: Pick<LogOrder, 'feePpm' | 'isStrict' | 'seats' | 'auctions'>;
  readonly #onBytes: (count: number) => void;

  constructor(task: CompareTask, onBytes: (count: number) => void) {
    const { current, draft, seed, mapped, memberOfName, feePpm, isStrict } = task;
    const seats = createSeatBook({ mapped: new Map(mapped), memberOfName: new Map(memberOfName) });
    this.#comparison = new Comparison({ current: compileAgain(current), draft: compileAgain(draft), seed });
    this.#reading = { feePpm, isStrict, seats, auctions: new AuctionReader() };
    this.#onBytes = onBytes;
  }

  /** What was read, with all seats. Throws a `Failure` as reading a log does. */
  async run(part: LogPart): Promise<InputReport> {
    // Broken lines stand in the report of the part, and are told in the order of the log.
    const reader = new LogReader({ ...this.#reading, parts: [part], onBrokenLine: () => {} });
    let told = 0;
    for await (const batch of reader) {
      for (const auction of batch) this.#comparison.add(auction);
      this.#onBytes(reader.bytesRead - told);
      told = reader.bytesRead;
    }
    return reader.report(Infinity);
  }

  result(): ComparisonData {
    return this.#comparison.toData();
  }
}

function compileAgain(source: TierSetSource): ComparedTierSet {
  const compiled = compile(source);
  if (!compiled.ok) throw new TypeError('A tier set that compiled before does not compile here.');
  return { tierSet: compiled.tierSet, source };
}
