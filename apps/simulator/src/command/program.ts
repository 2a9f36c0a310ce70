import { Command } from 'commander';
import { addAdvise } from './advise-command.ts';
import { addBench } from './bench-command.ts';
import { addCompare } from './compare-command.ts';
import { addExperiment } from './experiment-command.ts';
import { addMovement } from './movement-command.ts';
import { addFit, addGenerate } from './market-command.ts';
import { addLoad } from './load-command.ts';
import { addPack } from './pack-command.ts';
import { addReplay } from './replay-command.ts';
import { addWorker } from './worker-command.ts';
import type { ExitCode } from '../cli/failure.ts';

/**
 * The command line. `onDone` receives the exit code of a command that ran to its end. The code of a command is loaded only
 * when it is started: loading all of them takes longer than replaying a small log.
 */
export function createProgram(onDone: (code: ExitCode) => void): Command {
  const program = new Command('simulate')
    .description('Generate auction logs, replay logs with and without tiers, and compare tier sets.')
    .helpCommand(false)
    .exitOverride();
  for (const add of [
    addGenerate,
    addFit,
    addPack,
    addReplay,
    addWorker,
    addCompare,
    addAdvise,
    addExperiment,
    addMovement,
    addLoad,
    addBench,
  ])
    add(program, onDone);
  return program;
}
