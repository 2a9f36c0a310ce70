// What a draft does to the seller's revenue, over the auctions of a log.
//
//   const log = await openLog({ files, current, draft, feePpm: 0 });
//   const report = await compare({ log, current, draft, seed: 'any text', onProgress });

import type { InputReport } from '../log/auction/input-report.ts';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import type { CompareReport } from '../schema/compare-report.ts';
import { Comparison } from '../compare/measuring/comparison.ts';
import { toCompareReport } from '../compare/reporting/to-compare-report.ts';

/** Auctions in batches, and what there is to say of them: a `LogReader`, or anything like it. */
export interface AuctionLog extends AsyncIterable<Iterable<LoggedAuction>> {
  readonly byteCount: number;
  readonly bytesRead: number;
  report(): InputReport;
}

/** What to compare. */
export interface CompareOrder {
  readonly log: AuctionLog;
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  /** Draws the blocks again, and the samples; auctions have seeds of their own. */
  readonly seed: string;
  /** Of bids, that the verdict reckons with. Default 0: buyers do not react. */
  readonly elasticity?: number;
  /** Hears how many of the log's bytes are read. */
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
}

/**
 * Runs every auction of the log under both tier sets, in one pass and bounded memory. The same log, tier sets and seed
 * give the same report, byte for byte. Throws what reading the log throws.
 */
export async function compare(order: CompareOrder): Promise<CompareReport> {
  const { log, current, draft, seed, elasticity = 0, onProgress = () => {} } = order;
  const comparison = new Comparison({ current, draft, seed });
  for await (const batch of log) {
    for (const auction of batch) comparison.add(auction);
    onProgress(log.bytesRead, log.byteCount);
  }
  const input = log.report();
  return toCompareReport({ comparison, input, byteCount: log.byteCount, current, draft, seed, elasticity });
}
