import type { Command } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { addLog, addSeats, addStrict } from '../cli/option.ts';
import type { FitOptions } from './run-fit.ts';

/** Adds `fit` to the command line. */
export function addFit(program: Command, onDone: (code: ExitCode) => void): void {
  const fit = program.command('fit').description('Estimate the params of generate from a log.');
  addLog(fit).requiredOption('--out <file>', 'the params file to write');
  addStrict(addSeats(fit)).action(async (options: FitOptions) => {
    const { runFit } = await import('./run-fit.ts');
    onDone(await runFit(options));
  });
}
