import type { Command } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { addLogReading, id } from '../cli/option.ts';
import { addGoneOption } from './gone.ts';
import type { MovementOptions } from './run-movement.ts';

/** Adds `movement` to the command line. */
export function addMovement(program: Command, onDone: (code: ExitCode) => void): void {
  const movement = program
    .command('movement')
    .description('Tell what moved net between two logs: rules, traffic, mix, buyers, prices, floors. The parts add up.')
    .requiredOption('--in <glob>', 'log files of the later period')
    .requiredOption('--against <glob>', 'log files of the earlier period')
    .option(
      '--earlier <glob>',
      'log files of the five weeks before, with or without both periods: they show which difference is ordinary',
    )
    .option(
      '--tiers <file>',
      "the tiers of the later period, *.tiers.json (default: the demo's, unless --api is given)",
    )
    .option('--against-tiers <file>', 'the tiers of the earlier period (default: those of --tiers)')
    .option('--api <url>', 'in place of --tiers, the service that recorded both logs: it has the tiers of each auction')
    .option('--ym-profile <id>', 'id of the ym-profile in the API', id);
  addGoneOption(movement, '--workers <n>', 'It did nothing; leave it out');
  addLogReading(movement, "0; with the demo's tier set 15")
    .option('--out <file>', 'write the report as JSON; the same logs give the same bytes')
    .action(async (options: MovementOptions) => {
      const { runMovement } = await import('./run-movement.ts');
      onDone(await runMovement(options));
    });
}
