import { type Command, InvalidArgumentError, Option } from 'commander';
import { clusterAttributes } from '@auction-tiers/experiment';
import type { ExitCode } from '../cli/failure.ts';
import { seedText, wholeNumber } from '../cli/option.ts';
import type { ExperimentOptions } from '../experiment/run-experiment.ts';

/** Bounds of the options, so that every trial ends. */
const [mostRuns, mostDays, mostAuctionsPerDay, mostBids] = [10_000, 364, 1_000_000, 1000];

/** Adds `experiment` to the command line. */
export function addExperiment(program: Command, onDone: (code: ExitCode) => void): void {
  program
    .command('experiment')
    .description(
      'Try a live experiment on a synthetic market whose buyers answer, many times, and say what it would find.',
    )
    .requiredOption('--draft <file>', 'the draft of the tier set, *.tiers.json')
    .option('--current <file>', "the current tier set, *.tiers.json (default: the demo's)")
    .addOption(
      new Option('--design <name>', 'who sees the draft')
        .choices(['shadow', 'split', 'switchback'])
        .default('switchback'),
    )
    .option('--params <file>', 'params of the market, as of generate')
    .option(
      '--response <file>',
      'how buyers answer, as JSON: {"version":1,"raise":0.08,"lag_hours":12} (default: not at all)',
    )
    .option('--runs <n>', 'how often the experiment is tried', wholeNumber(1, mostRuns), 200)
    .option('--days <n>', 'planned days; of a switchback a multiple of 14', wholeNumber(1, mostDays), 28)
    .option('--auctions-per-day <n>', 'auctions of a day', wholeNumber(24, mostAuctionsPerDay), 1000)
    .option('--share <percent>', 'units that the draft decides in a split', share, 0.5)
    .addOption(
      new Option('--cluster-by <attribute>', 'clusters of a switchback (default: as the service proposes)').choices(
        clusterAttributes,
      ),
    )
    .option('--bids <k>', 'bids of an auction', wholeNumber(1, mostBids), 15)
    .option('--max-loss <money>', 'pause when the draft has cost so much (default: never)', money)
    .option('--seed <s>', 'any text; another seed draws other runs', seedText, 'experiment')
    .option('--out <file>', 'write the report as JSON')
    .action(async (options: ExperimentOptions) => {
      const { runExperiment } = await import('../experiment/run-experiment.ts');
      onDone(runExperiment(options));
    });
}

/** Reads a share in per cent as a number from 0 to 1. */
function share(text: string): number {
  const value = /^\d{1,2}(?:\.\d{1,4})?$/.test(text) ? Number(text) / 100 : 0;
  if (value > 0) return value;
  throw new InvalidArgumentError('Allowed is a number above 0 and below 100, with at most 4 decimals.');
}

function money(text: string): number {
  const value = /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw new InvalidArgumentError('Allowed is an amount above 0, with at most 6 decimals.');
}
