import { parseArgs } from 'node:util';
import type { OptionName, Options } from './suite.ts';
import { optionNames } from './suite.ts';

/** A parsed command line. */
export interface Command {
  readonly name: string;
  readonly options: Options;
  /** Folder of the results; undefined: bench/results, or none for a quick run. */
  readonly resultsFolder: string | undefined;
}

export const fewestRounds = 5;
const usualRounds = 7;

/** The command, or a sentence that says what is wrong with it. `known`: the options that each command takes. */
export function parseCommand(
  args: readonly string[],
  known: ReadonlyMap<string, readonly OptionName[]>,
): { readonly ok: true; readonly command: Command } | { readonly ok: false; readonly problem: string } {
  const parsed = parse(args);
  if ('problem' in parsed) return { ok: false, problem: parsed.problem };
  const { values, positionals } = parsed;
  const [name, ...rest] = positionals;
  const rounds = values.rounds === undefined ? undefined : toCount(values.rounds);
  const sizes = values.sizes?.split(',').map(toCount);
  const logs = values.logs === undefined ? undefined : toCount(values.logs);
  const list = [...known.keys()].join(', ');
  const taken = known.get(name ?? '');
  const refused = optionNames.filter((option) => values[option] !== undefined && taken?.includes(option) === false);

  if (name === undefined) return { ok: false, problem: `No suite is named; allowed: ${list}.` };
  if (taken === undefined) return { ok: false, problem: `Unknown suite ${name}; allowed: ${list}.` };
  if (rest.length > 0) return { ok: false, problem: `Unexpected argument ${rest.join(' ')}; allowed: one suite.` };
  if (refused.length > 0) {
    return { ok: false, problem: `${name} does not take ${flags(refused)}; allowed: ${flags(taken)}.` };
  }
  if (Number.isNaN(rounds) || (rounds ?? fewestRounds) < fewestRounds) {
    return { ok: false, problem: `--rounds is ${values.rounds}; allowed: a whole number from ${fewestRounds}.` };
  }
  if (sizes?.some(Number.isNaN)) {
    return { ok: false, problem: `--sizes is ${values.sizes}; allowed: whole numbers from 1, separated by commas.` };
  }
  if (Number.isNaN(logs)) return { ok: false, problem: `--logs is ${values.logs}; allowed: a whole number from 1.` };
  const ascending = sizes && [...new Set(sizes)].toSorted((left, right) => left - right);
  const isQuick = values.quick ?? false;
  const options = {
    rounds: rounds ?? (isQuick ? fewestRounds : usualRounds),
    sizes: ascending,
    logs,
    isQuick,
  };
  return { ok: true, command: { name, options, resultsFolder: values.results } };
}

export function helpText(summaries: ReadonlyMap<string, string>): string {
  const width = Math.max(...[...summaries.keys()].map((name) => name.length));
  return [
    'usage: npm run bench -- SUITE [options]',
    '',
    ...[...summaries].map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    `  --rounds N      rounds of each comparison, default ${usualRounds}, at least ${fewestRounds}`,
    '  --sizes N,N     numbers of tiers; engine only',
    '  --logs N        logs of each population and effect, default 400; truth only',
    '  --quick         the least that shows that everything works; its figures mean nothing and are not stored',
    '  --results DIR   folder for raw figures, default bench/results',
  ].join('\n');
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        sizes: { type: 'string' },
        logs: { type: 'string' },
        quick: { type: 'boolean' },
        results: { type: 'string' },
      },
    });
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function flags(names: readonly OptionName[]): string {
  return names.map((name) => `--${name}`).join(', ');
}

/** A whole number from 1, or NaN. */
function toCount(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN;
}
