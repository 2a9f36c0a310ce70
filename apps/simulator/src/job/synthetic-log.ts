import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulationLog } from '@auction-tiers/contract';
import { withBuyers } from '../generate/params.ts';
import { defaultParams } from '../generate/default-params.ts';
import { generate } from '../generate/generate.ts';

type Synthetic = Extract<SimulationLog, { readonly kind: 'synthetic' }>;

/** Writes a log as `generate` does, lets it be used, and deletes it whatever came of that. */
export async function withSyntheticLog<T>(
  { auctions, bids, seed }: Synthetic,
  onProgress: (done: number, total: number) => void,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-simulation-'));
  const file = join(folder, 'log.jsonl');
  const params = withBuyers(defaultParams, Math.max(defaultParams.buyers.length, bids));
  try {
    const order = { auctionCount: auctions, bidCount: bids, seed, format: 'own', params } as const;
    await generate(order, file, (count) => onProgress(count, auctions));
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
