import { type Command, Option } from 'commander';
import { wrongUsage } from '../cli/failure.ts';

/** Commands of earlier versions, and what to use instead. */
const goneCommands: Readonly<Record<string, string>> = {
  experiment:
    'npm run bench -- truth --kind live says how often live experiments find what is true; GET /experiment/plan says how many days yours needs',
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

/** Adds an option of earlier versions, hidden from the help: it ends as wrong usage that says what to do instead. */
export function addGoneOption(command: Command, flags: string, instead: string): Command {
  const option = new Option(flags).hideHelp();
  return command.addOption(option).hook('preAction', () => {
    if (command.getOptionValue(option.attributeName()) === undefined) return;
    throw wrongUsage(`The option ${option.long} was removed. ${instead}.`);
  });
}
