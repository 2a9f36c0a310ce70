import type { Command } from 'commander';
import type { OptionReaders } from '../compare/compare-command.ts';
import type { ExitCode } from '../failure.ts';
import { createWorkerCount } from '../shard/worker-count.ts';
import type { ReplayOptions } from './run-replay.ts';

/** Adds `replay` to the command line. */
export function addReplay(
  program: Command,
  onDone: (code: ExitCode) => void,
  { wholeNumber, feePpm }: Pick<OptionReaders, 'wholeNumber' | 'feePpm'>,
): void {
  program
    .command('replay')
    .description('Run every auction of a log with tiers and without, and report what the tiers changed.')
    .requiredOption('--in <glob>', 'the log: our own lines, OpenRTB or a bid landscape feed')
    .option('--tiers <file>', "a tier set, *.tiers.json (default: the demo's, unless --api is given)")
    .option('--api <url>', 'replay over HTTP, against a running API; with --tiers, the answers are compared')
    .option('--ym-profile <id>', 'the ym-profile of the API', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--fee <percent>', "fee of bids that name none (default: 0; with the demo's tier set 15)", feePpm)
    .option('--seats <file>', 'who is behind the seats of the log: JSON {"seat": id} or CSV seat,member_id')
    .option('--buyers-from <url>', 'a running API whose buyers the seats of the log are, by their names')
    .option('--workers <n>', 'threads that share the work, or auto: one a core', createWorkerCount(wholeNumber))
    .option('--distributed', 'share the work with every "simulate worker" at the Redis of REDIS_URL')
    .option('--strict', 'stop at the first broken line')
    .option('--out <file>', 'write the report as JSON; the same log gives the same bytes')
    .option('--html <file>', 'write the report as a page for people, all in one file')
    .option('--timing <file>', 'write how fast it was as JSON')
    .option('--i-own-this-target', 'allow an --api that is not this machine')
    .action(async (options: ReplayOptions) => {
      const { runReplay } = await import('./run-replay.ts');
      onDone(await runReplay(options));
    });
}
