import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { ExitCode } from '../failure.ts';
import { createWorkerCount } from '../shard/worker-count.ts';
import type { CompareOptions } from './run-compare.ts';

const [leastElasticity, mostElasticity] = [-2, 2];

/** How options that several commands share are read. */
export interface OptionReaders {
  readonly wholeNumber: (least: number, most: number) => (text: string) => number;
  readonly seedText: (text: string) => string;
  readonly feePpm: (text: string) => number;
}

/** Adds `compare` to the command line. */
export function addCompare(
  program: Command,
  onDone: (code: ExitCode) => void,
  { wholeNumber, seedText, feePpm }: OptionReaders,
): void {
  program
    .command('compare')
    .description('Run every auction of a log under the current tiers and under a draft: what would it do to revenue?')
    .requiredOption('--in <glob>', 'the log: our own lines, OpenRTB or a bid landscape feed')
    .option('--current <file>', 'the tier set as it is, *.tiers.json')
    .requiredOption('--draft <file>', 'the tier set as it might be, *.tiers.json')
    .option('--api <url>', 'a running API that has the current tiers, in place of --current')
    .option('--ym-profile <id>', 'the ym-profile of the API', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--fee <percent>', 'fee of bids that name none (default: 0)', feePpm)
    .option('--seats <file>', 'who is behind the seats of the log: JSON {"seat": id} or CSV seat,member_id')
    .option('--buyers-from <url>', 'a running API whose buyers the seats of the log are, by their names')
    .option('--workers <n>', 'threads that share the work, or auto: one a core', createWorkerCount(wholeNumber))
    .option('--strict', 'stop at the first broken line')
    .option('--seed <s>', 'draws the blocks again, and the samples', seedText, 'compare')
    .option(
      '--elasticity <e>',
      `of bids, that the verdict reckons with; from ${leastElasticity} to ${mostElasticity}`,
      elasticity,
      0,
    )
    .option('--out <file>', 'write the report as JSON')
    .option('--html <file>', 'write the report as a page for people, all in one file')
    .action(async (options: CompareOptions) => {
      const { runCompare } = await import('./run-compare.ts');
      onDone(await runCompare(options));
    });
}

function elasticity(text: string): number {
  const value = /^-?\d+(?:\.\d{1,4})?$/.test(text) ? Number(text) : NaN;
  if (value >= leastElasticity && value <= mostElasticity) return value + 0;
  throw new InvalidArgumentError(
    `Allowed is a number from ${leastElasticity} to ${mostElasticity} with at most 4 decimals.`,
  );
}
