import type { Command } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { addLogOrRecorded, addLogReading, addReportFiles, addResponse, id, seedText } from '../cli/option.ts';
import { addGoneOption } from './gone.ts';
import type { AdviseOptions } from './run-advise.ts';

/** Adds `advise` to the command line. */
export function addAdvise(program: Command, onDone: (code: ExitCode) => void): void {
  const advise = program
    .command('advise')
    .description('Say what to change about tiers: curves of minimums, what each tier costs, and proposals.');
  addLogOrRecorded(advise)
    .option('--tiers <file>', 'the present tiers, *.tiers.json')
    .option('--api <url>', 'take the present tiers, the fee, the time zone and the buyers of a running API')
    .option('--ym-profile <id>', 'use only the auctions of this ym-profile; with --api, take the tiers of this one', id)
    .option(
      '--commitments <file>',
      'what every proposal must keep per day, as JSON: [{"buyer":107,"at_least":{"wins":1000}}]',
    );
  addResponse(advise);
  addGoneOption(advise, '--workers <n>', 'Advice is worked out on one thread; leave it out');
  addLogReading(advise, '0')
    .option('--seed <s>', 'any text; divides the days into halves', seedText, 'advise')
    .option('--write-draft <file>', 'write the best proposal as a file that --draft and an import take');
  addReportFiles(advise, 'the same input and seed give the same bytes').action(async (options: AdviseOptions) => {
    const { runAdvise } = await import('./run-advise.ts');
    onDone(await runAdvise(options));
  });
}
