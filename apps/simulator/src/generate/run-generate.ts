import { stat } from 'node:fs/promises';
import type { ExitCode } from '../failure.ts';
import { exitCode, wrongUsage } from '../failure.ts';
import { createProgress } from '../progress.ts';
import { withBuyers } from './buyer-count.ts';
import { defaultParams } from './default-params.ts';
import type { LineFormat } from './generate.ts';
import { generate } from './generate.ts';
import { printParams, readParams } from './params-file.ts';

export interface GenerateOptions {
  readonly auctions: number;
  readonly bids: number;
  readonly seed: string;
  readonly out: string;
  readonly format: LineFormat;
  readonly params?: string;
  readonly buyers?: number;
}

export async function runGenerate(options: GenerateOptions): Promise<ExitCode> {
  const { auctions, bids, seed, out, format } = options;
  const market = options.params === undefined ? defaultParams : readParams(options.params);
  const buyerCount = options.buyers ?? Math.max(market.buyers.length, bids);
  if (bids > buyerCount) {
    throw wrongUsage(`--bids: ${bids} bids an auction need as many buyers, and there are ${buyerCount}.`);
  }
  const params = withBuyers(market, buyerCount);
  const progress = createProgress({ total: auctions, unit: 'auctions' });
  await generate({ auctionCount: auctions, bidCount: bids, seed, format, params }, out, progress.update);
  progress.finish();
  const { size } = await stat(out);
  const what = `${auctions.toLocaleString('en-US')} auctions with ${bids} bids each`;
  process.stdout.write(`${out}: ${what}, ${format} form, ${size.toLocaleString('en-US')} bytes.\n`);
  return exitCode.done;
}

/** Prints the params that a file may change: those of a file, or the ones built in. */
export function runPrintParams(file: string | undefined): ExitCode {
  process.stdout.write(printParams(file === undefined ? defaultParams : readParams(file)));
  return exitCode.done;
}
