import type { Command } from 'commander';
import { feePpm, wholeNumber } from './option.ts';
import { createWorkerCount } from './worker-count.ts';

/** Which log a command reads, and how. */
export interface LogOptions {
  readonly in: string;
  /** Already parts per million. */
  readonly fee?: number;
  readonly seats?: string;
  readonly buyersFrom?: string;
  readonly workers?: number | 'auto';
  readonly strict?: boolean;
}

/** Adds `--in`: every command that needs a log says the same of it. */
export function addLog(command: Command): Command {
  return command.requiredOption('--in <glob>', 'the log: our own lines, OpenRTB or a bid landscape feed');
}

export function addSeats(command: Command): Command {
  return command.option(
    '--seats <file>',
    'who is behind the seats of the log: JSON {"seat": id} or CSV seat,member_id',
  );
}

export function addStrict(command: Command): Command {
  return command.option('--strict', 'stop at the first broken line');
}

/** Adds all of `LogOptions` but `--in`. `usualFee`: what is taken where `--fee` is left out, in words. */
export function addLogReading(command: Command, usualFee: string): Command {
  command.option('--fee <percent>', `fee of bids that name none (default: ${usualFee})`, feePpm);
  addSeats(command)
    .option('--buyers-from <url>', 'a running API whose buyers the seats of the log are, by their names')
    .option('--workers <n>', 'threads that share the work, or auto: one a core', createWorkerCount(wholeNumber));
  return addStrict(command);
}

/** Adds the files that reports are written to. `sameness`: when `--out` has the same bytes, in words. */
export function addReportFiles(command: Command, sameness: string): Command {
  return command
    .option('--out <file>', `write the report as JSON; ${sameness}`)
    .option('--html <file>', 'write the report as a page for people, all in one file');
}
