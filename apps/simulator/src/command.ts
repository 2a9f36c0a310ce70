import { Command, InvalidArgumentError, Option } from 'commander';
import { parseFee } from '@auction-tiers/tier-engine';
import { addCompare } from './compare/compare-command.ts';
import type { FitOptions } from './generate/fit/run-fit.ts';
import { lineFormats } from './generate/generate.ts';
import type { GenerateOptions } from './generate/run-generate.ts';
import { addLoad } from './load/load-command.ts';
import { addReplay } from './replay/replay-command.ts';
import { addWorker } from './shard/worker-command.ts';
import type { ExitCode } from './failure.ts';

const mostAuctions = 1_000_000_000;
/** The API's own bound on the bids of an auction. */
const mostBids = 1000;
const mostBuyers = 10_000;
const seatsOption = 'who is behind the seats of the log: JSON {"seat": id} or CSV seat,member_id';
/** Without them there is only `--print-params`. */
const neededByGenerate = new Set(['--auctions', '--bids', '--seed', '--out']);
/** Enough for any phrase: only its hash is used. */
const longestSeed = 48;

/**
 * The command line. `onDone` hears how a command that ran to its end has ended. What a command does is loaded only when it
 * is asked for: loading all of them takes longer than a small log.
 */
export function createProgram(onDone: (code: ExitCode) => void): Command {
  const program = new Command('simulate')
    .description('Writes synthetic auctions and replays recorded ones against a tier set.')
    .helpCommand(false)
    .exitOverride();

  const generate = program
    .command('generate')
    .description('Write a synthetic auction log; the same seed gives the same bytes.')
    .option('--auctions <n>', 'how many auctions', wholeNumber(0, mostAuctions))
    .option('--bids <k>', 'bids in each auction, at most one a buyer', wholeNumber(0, mostBids))
    .option('--seed <s>', `any text of 1 to ${longestSeed} characters`, seedText)
    .option('--out <file>', 'the file to write; packed if it ends in .gz or .zst')
    .addOption(
      new Option('--format <form>', 'own: the body of POST /auction; openrtb: bid request and responses')
        .choices(lineFormats)
        .default('own'),
    )
    .option('--params <file>', 'what the market is like: buyers, prices, volumes (default: built in)')
    .option(
      '--buyers <n>',
      'how many buyers (default: those of the params, or as many as bids)',
      wholeNumber(1, mostBuyers),
    )
    .option('--print-params', 'print the params, to change them, and write no log')
    .action(async (options: Partial<GenerateOptions> & { readonly printParams?: boolean }) => {
      const { runGenerate, runPrintParams } = await import('./generate/run-generate.ts');
      if (options.printParams === true) return onDone(runPrintParams(options.params));
      for (const option of generate.options) {
        const isNeeded = neededByGenerate.has(option.long ?? '');
        const isGiven = generate.getOptionValue(option.attributeName()) !== undefined;
        if (isNeeded && !isGiven) generate.error(`error: required option '${option.flags}' not specified`);
      }
      return onDone(await runGenerate(options as GenerateOptions));
    });

  program
    .command('fit')
    .description('Estimate from a log what its market is like: the params of generate.')
    .requiredOption('--in <glob>', 'the log: our own lines, OpenRTB or a bid landscape feed')
    .requiredOption('--out <file>', 'the params file to write')
    .option('--seats <file>', seatsOption)
    .option('--strict', 'stop at the first broken line')
    .action(async (options: FitOptions) => {
      const { runFit } = await import('./generate/fit/run-fit.ts');
      onDone(await runFit(options));
    });

  addReplay(program, onDone, { wholeNumber, feePpm });
  addWorker(program, onDone);
  addCompare(program, onDone, { wholeNumber, seedText, feePpm });
  addLoad(program, onDone, { wholeNumber, seedText });
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
