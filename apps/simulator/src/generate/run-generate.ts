import { stat } from 'node:fs/promises';
import { formatFee } from '@auction-tiers/tier-engine';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, wrongUsage } from '../cli/failure.ts';
import { checkOutFiles } from '../cli/out-file.ts';
import { createProgress } from '../cli/terminal.ts';
import { count, counted } from '../figure/text.ts';
import { defaultParams, type MarketParams, withBuyers } from '@auction-tiers/market';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import { loadDemoTierSet, toTierSet } from '../tier-set/tier-set-file.ts';
import { AnsweringBuyers } from './answering-buyers.ts';
import { printParams, readParams, readResponse } from './params-file.ts';
import type { LineFormat } from './openrtb-line.ts';
import { generate } from './generate.ts';

export interface GenerateOptions {
  readonly auctions: number;
  readonly bids: number;
  readonly seed: string;
  readonly out: string;
  readonly format: LineFormat;
  readonly params?: string;
  readonly buyers?: number;
  /** Parts per million. */
  readonly fee?: number;
  /** How buyers answer the draft. */
  readonly response?: string;
  readonly draft?: string;
  readonly current?: string;
}

/** Of bids that name none, in tier sets that name none either. */
const usualFeePpm = 150_000;

export async function runGenerate(options: GenerateOptions): Promise<ExitCode> {
  const { auctions, bids, seed, out, format, fee } = options;
  if (fee !== undefined && format === 'openrtb') {
    throw wrongUsage('--fee: OpenRTB cannot name a fee; give --fee to replay or compare.');
  }
  const read = [options.params, options.response, options.draft, options.current];
  checkOutFiles(
    { '--out': out },
    read.flatMap((file) => file ?? []),
  );
  const market = options.params === undefined ? defaultParams : readParams(options.params);
  const buyerCount = options.buyers ?? Math.max(market.buyers.length, bids);
  if (bids > buyerCount) {
    throw wrongUsage(`--bids: ${bids} bids per auction need as many buyers; there are ${buyerCount}.`);
  }
  const params = {
    ...withBuyers(market, buyerCount),
    ...(fee !== undefined && { revenue_share_pct: formatFee(fee) }),
  };
  const buyers = answeringBuyers(options, params);
  const progress = createProgress({ total: auctions, unit: 'auctions' });
  try {
    await generate(
      { auctionCount: auctions, bidCount: bids, seed, format, params, ...(buyers === null ? {} : { buyers }) },
      out,
      progress.update,
    );
  } finally {
    progress.finish();
  }
  const { size } = await stat(out);
  const what = `${counted(auctions, 'auction')} with ${counted(bids, 'bid')} each`;
  process.stdout.write(`${out}: ${what}, ${format} form, ${count(size)} bytes.\n`);
  return exitCode.done;
}

/** Null: no buyer answers anything. */
function answeringBuyers(options: GenerateOptions, params: MarketParams): AnsweringBuyers | null {
  const { response, draft: draftFile, current: currentFile, fee } = options;
  if (response === undefined && draftFile === undefined && currentFile === undefined) return null;
  if (response === undefined || draftFile === undefined) {
    throw wrongUsage('--response, how buyers answer, and --draft, what they answer, are given together.');
  }
  const current = currentFile === undefined ? loadDemoTierSet() : toTierSet(parseTierSetFile(currentFile, '--current'));
  const draft = toTierSet(parseTierSetFile(draftFile, '--draft'), { current });
  const feePpm = fee ?? draft.sellerFeePpm ?? current.sellerFeePpm ?? usualFeePpm;
  return new AnsweringBuyers({ current, draft, response: readResponse(response), feePpm, start: params.start });
}

/** Prints the params of a file, or the built-in ones. */
export function runPrintParams(file: string | undefined): ExitCode {
  process.stdout.write(printParams(file === undefined ? defaultParams : readParams(file)));
  return exitCode.done;
}
