import { type ChosenBreakdown, chosenBreakdowns } from '@auction-tiers/tally';
import { type Command, InvalidArgumentError } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { addLogOrRecorded, addLogReading, addReportFiles, addWorkers, id } from '../cli/option.ts';
import { PartThreads } from '../run/threads.ts';
import type { ReplayOptions } from './run-replay.ts';

/** Adds `replay` to the command line. */
export function addReplay(program: Command, onDone: (code: ExitCode) => void): void {
  const replay = program
    .command('replay')
    .description('Run every auction of a log with tiers and without, and report what the tiers changed.');
  addLogOrRecorded(replay)
    .option('--tiers <file>', 'a tier set, *.tiers.json (default: that of the demo, unless --api is given)')
    .option(
      '--api <url>',
      'send the auctions to a running API; with --tiers, compare its answers with this process; with --recorded or --verify, only read from it',
    )
    .option('--verify', 'decide every recorded auction again by the tiers that decided it, which --api has')
    .option('--ym-profile <id>', 'id of the ym-profile in the API', id)
    .option('--by <attributes>', `also rows by values of these: ${chosenBreakdowns.join(',')}`, attributes);
  addWorkers(addLogReading(replay, "0; with the demo's tier set 15")).option(
    '--distributed',
    'have the parts done by every "simulate worker" at the Redis of REDIS_URL',
  );
  addReportFiles(replay, 'the same log gives the same bytes')
    .option('--timing <file>', 'write throughput and latencies as JSON')
    .option('--i-own-this-target', 'allow an --api that is not on this machine')
    .action(async (options: ReplayOptions) => {
      const threads = PartThreads.start('replay', options.workers);
      try {
        const { runReplay } = await import('./run-replay.ts');
        onDone(await runReplay(options, threads));
      } finally {
        await threads?.close();
      }
    });
}

function attributes(text: string): readonly ChosenBreakdown[] {
  const names = text.split(',');
  const known = chosenBreakdowns.filter((name) => names.includes(name));
  if (known.length === names.length) return known;
  throw new InvalidArgumentError(
    `Allowed are some of ${chosenBreakdowns.join()}, each once, with commas between them.`,
  );
}
