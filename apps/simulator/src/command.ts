import { Command, InvalidArgumentError, Option } from 'commander';
import { parseFee } from '@auction-tiers/tier-engine';
import { lineFormats } from './generate/generate.ts';
import type { GenerateOptions } from './generate/run-generate.ts';
import { runGenerate } from './generate/run-generate.ts';
import type { ReplayOptions } from './replay/run-replay.ts';
import { runReplay } from './replay/run-replay.ts';
import type { ExitCode } from './failure.ts';

const mostAuctions = 1_000_000_000;
/** The API's own bound on the bids of an auction. */
const mostBids = 1000;
/** Leaves room for the auction's number within the 64 characters of a seed. */
const longestSeed = 48;

/** The command line. `onDone` hears how a command that ran to its end has ended. */
export function createProgram(onDone: (code: ExitCode) => void): Command {
  const program = new Command('simulate')
    .description('Writes synthetic auctions and replays recorded ones against a tier set.')
    .helpCommand(false)
    .exitOverride();

  program
    .command('generate')
    .description('Write a synthetic auction log; the same seed gives the same bytes.')
    .requiredOption('--auctions <n>', 'how many auctions', wholeNumber(0, mostAuctions))
    .requiredOption('--bids <k>', 'bids in each auction', wholeNumber(0, mostBids))
    .requiredOption('--seed <s>', `any text of 1 to ${longestSeed} characters`, seedText)
    .requiredOption('--out <file>', 'the file to write')
    .addOption(
      new Option('--format <form>', 'own: the body of POST /auction; openrtb: bid request and responses')
        .choices(lineFormats)
        .default('own'),
    )
    .action(async (options: GenerateOptions) => onDone(await runGenerate(options)));

  program
    .command('replay')
    .description('Run every auction of a log with tiers and without, and report what the tiers changed.')
    .requiredOption('--in <glob>', 'the log: our own lines or OpenRTB, plain, gzip or zstd')
    .option('--tiers <file>', "a tier set, *.tiers.json (default: the demo's, unless --api is given)")
    .option('--api <url>', 'replay over HTTP, against a running API; with --tiers, the answers are compared')
    .option('--ym-profile <id>', 'the ym-profile of the API', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--fee <percent>', "fee of bids that name none (default: 0; with the demo's tier set 15)", feePpm)
    .option('--strict', 'stop at the first broken line')
    .option('--out <file>', 'write the report as JSON')
    .option('--i-own-this-target', 'allow an --api that is not this machine')
    .action(async (options: ReplayOptions) => onDone(await runReplay(options)));

  return program;
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : -1;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Allowed is a whole number from ${least} to ${most}.`);
  };
}

function seedText(text: string): string {
  if (text.length >= 1 && text.length <= longestSeed) return text;
  throw new InvalidArgumentError(`Allowed is a text of 1 to ${longestSeed} characters.`);
}

function feePpm(text: string): number {
  const fee = parseFee(text);
  if (fee.ok) return fee.feePpm;
  throw new InvalidArgumentError(fee.problem);
}
