import { stat } from 'node:fs/promises';
import type { ExitCode } from '../failure.ts';
import { exitCode } from '../failure.ts';
import type { LineFormat } from './generate.ts';
import { generate } from './generate.ts';

export interface GenerateOptions {
  readonly auctions: number;
  readonly bids: number;
  readonly seed: string;
  readonly out: string;
  readonly format: LineFormat;
}

export async function runGenerate({ auctions, bids, seed, out, format }: GenerateOptions): Promise<ExitCode> {
  await generate({ auctionCount: auctions, bidCount: bids, seed, format }, out);
  const { size } = await stat(out);
  const what = `${auctions.toLocaleString('en-US')} auctions with ${bids} bids each`;
  process.stdout.write(`${out}: ${what}, ${format} form, ${size.toLocaleString('en-US')} bytes.\n`);
  return exitCode.done;
}
