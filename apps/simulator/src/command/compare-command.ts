import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { addLog, addLogReading, addReportFiles, id, seedText } from '../cli/option.ts';
import { PartThreads } from '../run/threads.ts';
import type { CompareOptions } from './run-compare.ts';

const [leastElasticity, mostElasticity] = [-2, 2];

/** Adds `compare` to the command line. */
export function addCompare(program: Command, onDone: (code: ExitCode) => void): void {
  const compare = program
    .command('compare')
    .description('Run every auction of a log under the current tiers and under a draft: what would it do to revenue?');
  addLog(compare)
    .option('--current <file>', 'the tier set as it is, *.tiers.json')
    .requiredOption('--draft <file>', 'the tier set as it might be, *.tiers.json')
    .option('--api <url>', 'a running API that has the current tiers, in place of --current')
    .option('--ym-profile <id>', 'the ym-profile of the API', id);
  addLogReading(compare, '0')
    .option('--seed <s>', 'draws the blocks again, and the samples', seedText, 'compare')
    .option(
      '--elasticity <e>',
      `of bids, that the verdict reckons with; from ${leastElasticity} to ${mostElasticity}`,
      elasticity,
      0,
    );
  addReportFiles(compare, 'the same input and seed, the same bytes').action(async (options: CompareOptions) => {
    await using threads = PartThreads.start('compare', options.workers);
    const { runCompare } = await import('./run-compare.ts');
    onDone(await runCompare(options, threads));
  });
}

function elasticity(text: string): number {
  const value = /^-?\d+(?:\.\d{1,4})?$/.test(text) ? Number(text) : NaN;
  if (value >= leastElasticity && value <= mostElasticity) return value + 0;
  throw new InvalidArgumentError(
    `Allowed is a number from ${leastElasticity} to ${mostElasticity} with at most 4 decimals.`,
  );
}
