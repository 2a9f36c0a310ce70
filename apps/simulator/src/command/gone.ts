import type { Command } from 'commander';
import { wrongUsage } from '../cli/failure.ts';

/** Commands of earlier versions, and what to use instead. */
const goneCommands: Readonly<Record<string, string>> = {
  fit: 'Print the params of the built-in market with generate --print-params, edit them, and give them to --params',
};

/** Adds the commands of earlier versions, hidden from the help: each ends as wrong usage that says what to use instead. */
export function addGone(program: Command): void {
  for (const [name, instead] of Object.entries(goneCommands)) {
    program
      .command(name, { hidden: true })
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw wrongUsage(`The command ${name} was removed. ${instead}.`);
      });
  }
}
