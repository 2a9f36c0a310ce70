import { Command, CommanderError } from 'commander';
import { addAdvise } from './advise-command.ts';
import { addBench } from './bench-command.ts';
import { addCompare } from './compare-command.ts';
import { addMovement } from './movement-command.ts';
import { addGenerate } from './generate-command.ts';
import { addGone } from './gone.ts';
import { addLoad } from './load-command.ts';
import { addPack } from './pack-command.ts';
import { addReplay } from './replay-command.ts';
import { addWorker } from './worker-command.ts';
import { type ExitCode, exitCode, Failure, messageOf } from '../cli/failure.ts';
import { readSettings } from '../cli/setting.ts';
import { printable } from '../cli/terminal.ts';

/** Runs one command, and gives the exit code. What is wrong is told on standard error. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = exitCode.done;
  try {
    await createProgram((ended) => {
      code = ended;
    }).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    // Commander has printed its message; its exit code is 0 after help that was asked for.
    return error.exitCode === 0 ? exitCode.done : exitCode.wrongUsage;
  }
  const { showsStacks } = readSettings();
  const text = showsStacks && error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
  process.stderr.write(`${printable(text)}\n`);
  return error instanceof Failure ? error.exitCode : exitCode.found;
}

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
    addPack,
    addReplay,
    addWorker,
    addCompare,
    addAdvise,
    addMovement,
    addLoad,
    addBench,
    addGone,
  ])
    add(program, onDone);
  return program;
}
