import { stat } from 'node:fs/promises';
import { formatFee } from '@auction-tiers/tier-engine';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, wrongUsage } from '../cli/failure.ts';
import { checkOutFiles } from '../cli/out-file.ts';
import { createProgress } from '../cli/terminal.ts';
import { count, counted } from '../figure/text.ts';
import { defaultParams, withBuyers } from '@auction-tiers/market';
import { type AnswerFiles, readAnswer, usualFeePpm } from './answer-files.ts';
import { AnsweringBuyers } from './answering-buyers.ts';
import { printParams, readParams } from './params-file.ts';
import type { LineFormat } from './openrtb-line.ts';
import { generate } from './generate.ts';

export interface GenerateOptions extends AnswerFiles {
  readonly auctions: number;
  readonly bids: number;
  readonly seed: string;
  readonly out: string;
  readonly format: LineFormat;
  readonly params?: string;
  readonly buyers?: number;
  /** Parts per million. */
  readonly fee?: number;
}

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
  const answer = readAnswer(options);
  const feePpm = fee ?? answer?.feePpm ?? usualFeePpm;
  const buyers = answer && new AnsweringBuyers({ ...answer, feePpm, start: params.start });
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

/** Prints the params of a file, or the built-in ones. */
export function runPrintParams(file: string | undefined): ExitCode {
  process.stdout.write(printParams(file === undefined ? defaultParams : readParams(file)));
  return exitCode.done;
}
