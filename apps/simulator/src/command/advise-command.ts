import { type Command, InvalidArgumentError } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { addLogOrRecorded, addLogReading, addReportFiles, addResponse, id, seedText } from '../cli/option.ts';
import { addGoneOption } from './gone.ts';
import type { AdviseOptions } from './run-advise.ts';

/** Reads `1,3`. */
function places(text: string): number[] {
  if (/^[1-9]\d?(?:,[1-9]\d?)*$/.test(text)) return [...new Set(text.split(',').map(Number))];
  throw new InvalidArgumentError('Allowed are places of proposals from 1 on, such as 1,3.');
}

/** Adds `advise` to the command line. */
export function addAdvise(program: Command, onDone: (code: ExitCode) => void): void {
  const advise = program
    .command('advise')
    .description('Say what to change about tiers: curves of minimums and limits, what each tier costs, and proposals.');
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
    .option('--complete', 'declare that the log has all auctions and bids, also if it is a feed')
    .option('--no-units', 'declare that no user or session is in more than one auction of the log')
    .option('--take <places>', 'proposals by their place, such as 1,3, of which --write-draft makes one draft', places)
    .option(
      '--write-draft <file>',
      'write the best proposal, or those of --take together, as a file that --draft and an import take',
    );
  addReportFiles(advise, 'the same input and seed give the same bytes').action(async (options: AdviseOptions) => {
    const { runAdvise } = await import('./run-advise.ts');
    onDone(await runAdvise(options));
  });
}
