import { Command } from 'commander';
import { addCompare } from './compare-command.ts';
import { addFit, addGenerate } from './market-command.ts';
import { addLoad } from './load-command.ts';
import { addReplay } from './replay-command.ts';
import { addWorker } from './worker-command.ts';
import type { ExitCode } from '../cli/failure.ts';

/**
 * The command line. `onDone` hears how a command that ran to its end has ended. What a command does is loaded only when it
 * is asked for: loading all of them takes longer than a small log.
 */
export function createProgram(onDone: (code: ExitCode) => void): Command {
  const program = new Command('simulate')
    .description('Writes synthetic auctions and replays recorded ones against a tier set.')
    .helpCommand(false)
    .exitOverride();
  for (const add of [addGenerate, addFit, addReplay, addWorker, addCompare, addLoad]) add(program, onDone);
  return program;
}
