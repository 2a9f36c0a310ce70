import { CommanderError } from 'commander';
import { exitCode, Failure, messageOf } from './cli/failure.ts';
import { readSettings } from './cli/setting.ts';
import { printable } from './cli/terminal.ts';
import { createProgram } from './command/program.ts';

const { showsStacks } = readSettings();

try {
  const program = createProgram((code) => {
    process.exitCode = code;
  });
  await program.parseAsync();
} catch (error) {
  process.exitCode = toExitCode(error);
}

function toExitCode(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has said what it had to say; it ends with 0 after the help that was asked for.
    return error.exitCode === 0 ? exitCode.done : exitCode.wrongUsage;
  }
  const text = showsStacks && error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
  process.stderr.write(`${printable(text)}\n`);
  return error instanceof Failure ? error.exitCode : exitCode.found;
}
