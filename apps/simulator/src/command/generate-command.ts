import type { Command } from 'commander';
import { Option } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { feePpm, longestSeed, seedText, wholeNumber } from '../cli/option.ts';
import type { GenerateOptions } from '../generate/run-generate.ts';
import { lineFormats } from '../generate/openrtb-line.ts';

const mostAuctions = 1_000_000_000;
/** The API's limit on the bids of an auction. */
const mostBids = 1000;
const mostBuyers = 10_000;
/** Required, except with `--print-params`. */
const needed = new Set(['--auctions', '--bids', '--seed', '--out']);

/** Adds `generate` to the command line. */
export function addGenerate(program: Command, onDone: (code: ExitCode) => void): void {
  const generate = program
    .command('generate')
    .description('Write a synthetic auction log; the same seed gives the same bytes.')
    .option('--auctions <n>', 'number of auctions', wholeNumber(0, mostAuctions))
    .option('--bids <k>', 'bids per auction, at most one per buyer', wholeNumber(0, mostBids))
    .option('--seed <s>', `a text of 1 to ${longestSeed} characters; all draws depend on it`, seedText)
    .option('--out <file>', 'the file to write; compressed if its name ends in .gz or .zst')
    .addOption(
      new Option('--format <form>', 'own: the body of POST /auction; openrtb: bid request and responses')
        .choices(lineFormats)
        .default('own'),
    )
    .option('--params <file>', 'params of the market: buyers, prices, volumes (default: built in)')
    .option(
      '--buyers <n>',
      'number of buyers (default: those of the params, or as many as bids)',
      wholeNumber(1, mostBuyers),
    )
    .option('--fee <percent>', "fee that every auction names (default: none, so that it is the seller's)", feePpm)
    .option(
      '--response <file>',
      'with --draft: how buyers answer it from the first day on, as JSON: {"version":1,"raise":0.08,"lag_hours":12}',
    )
    .option('--draft <file>', 'with --response: the draft that decides every auction, *.tiers.json')
    .option('--current <file>', "with --response: the previous tiers, *.tiers.json (default: the demo's)")
    .option('--print-params', 'print the params, as a start for your own, and write no log')
    .action(async (options: Partial<GenerateOptions> & { readonly printParams?: boolean }) => {
      const { runGenerate, runPrintParams } = await import('../generate/run-generate.ts');
      if (options.printParams === true) return onDone(runPrintParams(options.params));
      for (const option of generate.options) {
        const isNeeded = needed.has(option.long ?? '');
        const isGiven = generate.getOptionValue(option.attributeName()) !== undefined;
        if (isNeeded && !isGiven) generate.error(`error: required option '${option.flags}' not specified`);
      }
      return onDone(await runGenerate(options as GenerateOptions));
    });
}
