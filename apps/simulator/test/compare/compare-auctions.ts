import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Comparison } from '../../src/compare/measuring/comparison.ts';
import { toCompareReport } from '../../src/compare/reporting/to-compare-report.ts';
import { defaultParams } from '@auction-tiers/market';
import { generate } from '../../src/generate/generate.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { InputCounts } from '../../src/log/auction/input-report.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { wholeParts } from '../../src/log/file/part.ts';
import type { CompareOrder } from '../../src/run/compare.ts';
import { findSources, readParts } from '../log/read-log.ts';

/** Auctions of a synthetic log, as its reader gives them. */
export async function synthesizeAuctions(
  auctionCount: number,
  bidCount: number,
  seed: string,
): Promise<readonly LoggedAuction[]> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-compare-'));
  const file = join(folder, 'log.jsonl');
  try {
    await generate({ auctionCount, bidCount, seed, format: 'own', params: defaultParams }, file);
    return (await readParts(wholeParts(await findSources([file])))).auctions;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type MemoryOrder = Pick<CompareOrder, 'current' | 'draft' | 'seed' | 'tries' | 'commitments'>;

/** The report of auctions that are in memory. */
export function compareAuctions(auctions: readonly LoggedAuction[], order: MemoryOrder): CompareReport {
  const comparison = new Comparison(order);
  for (const auction of auctions) comparison.add(auction);
  const input = new InputCounts([]).report();
  const fee = chooseFee({});
  return toCompareReport({ ...order, comparison, input, fee, byteCount: auctions.length, elasticity: 0 });
}
