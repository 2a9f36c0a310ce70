import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { BenchOptions } from '../bench/run-bench.ts';
import type { ExitCode } from '../cli/failure.ts';
import { addReportFiles, seedText, wholeNumber } from '../cli/option.ts';

/** A set of a million tiers takes minutes. */
const mostTiers = 1_000_000;
const toSize = wholeNumber(1, mostTiers);

/** Adds `bench` to the command line. */
export function addBench(program: Command, onDone: (code: ExitCode) => void): void {
  const bench = program
    .command('bench')
    .description('Measure what tier selection costs here: with your tiers and auctions, or with synthetic ones.')
    .option('--tiers <file>', 'a tier set, *.tiers.json (default: synthetic tiers)')
    .option('--in <glob>', 'log files, by name or pattern; the first 10,000 auctions count (default: synthetic ones)')
    .option('--auctions <n>', 'number of synthetic auctions (default: 1000)', wholeNumber(1, 10_000))
    .option('--bids <k>', 'bids per synthetic auction (default: 20)', wholeNumber(1, 1000))
    .option('--seed <s>', 'any text; what is synthetic depends on it (default: bench)', seedText)
    .option(
      '--sizes <n,n>',
      'numbers of tiers; your own number is measured too',
      sizes,
      [10, 100, 1000, 10_000, 100_000],
    );
  addReportFiles(bench, 'times differ from run to run').action(async (options: BenchOptions) => {
    const { runBench } = await import('../bench/run-bench.ts');
    onDone(await runBench(options));
  });
}

function sizes(text: string): readonly number[] {
  try {
    return [...new Set(text.split(',').map(toSize))];
  } catch {
    throw new InvalidArgumentError(`Allowed are whole numbers from 1 to ${mostTiers}, with commas between them.`);
  }
}
