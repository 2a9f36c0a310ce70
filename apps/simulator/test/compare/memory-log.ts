import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultParams } from '../../src/generate/default-params.ts';
import { generate } from '../../src/generate/generate.ts';
import type { AuctionLog } from '../../src/run/compare.ts';
import { openLog } from '../../src/run/open-log.ts';
import type { InputReport } from '../../src/log/auction/input-report.ts';
import { InputTally } from '../../src/log/auction/input-report.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { noTiers } from './tier-set.ts';

/** Auctions of a synthetic log, as its reader gives them. */
export async function synthesizeAuctions(
  auctionCount: number,
  bidCount: number,
  seed: string,
): Promise<LoggedAuction[]> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-compare-'));
  const file = join(folder, 'log.jsonl');
  try {
    await generate({ auctionCount, bidCount, seed, format: 'own', params: defaultParams }, file);
    return await collect(await openLog({ files: [file], current: noTiers(), draft: noTiers(), feePpm: 0 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function collect(log: AuctionLog): Promise<LoggedAuction[]> {
  const auctions: LoggedAuction[] = [];
  for await (const batch of log) auctions.push(...batch);
  return auctions;
}

/** A log that is in memory already, its file called `log`. */
export function createMemoryLog(auctions: readonly LoggedAuction[], input: Partial<InputReport> = {}): AuctionLog {
  return {
    byteCount: auctions.length,
    bytesRead: auctions.length,
    report: () => ({ ...new InputTally([]).report(), ...input }),
    async *[Symbol.asyncIterator]() {
      if (auctions.length > 0) yield auctions;
    },
  };
}
