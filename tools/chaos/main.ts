// `npm run chaos`: breaks things under traffic, on real processes. Exit codes: 0 done, 1 a law was broken, 2 wrong usage.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { laws } from './judge/judge.ts';
import { type ScenarioResult, runScenario, type ScenarioName, scenarios } from './scenario.ts';

const names = Object.keys(scenarios) as ScenarioName[];
const listOf = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, what]) => `  ${name.padEnd(20)}  ${what}`).join('\n');

const help = `usage: npm run chaos -- [options]

Runs replicas of the service on a real Redis, under traffic, breaks something, and compares what is there afterwards with
what was answered. Exit codes: 0 done, 1 a law was broken, 2 wrong usage.

Rounds of each kind; without any of these options: ${names.map((name) => `${scenarios[name].usual} ${name}`).join(', ')}.
${listOf(names.map((name) => [`--${name} N`, scenarios[name].summary]))}

  --seed S              decides what is broken when, default 1
  --out FILE            writes the figures as JSON, too

Laws:
${listOf(Object.entries(laws))}
`;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { message, stack = message } = error as Error;
  process.stderr.write(`${process.env['DEBUG'] === '1' ? stack : message}\n`);
  process.exitCode = 1;
}

async function main(args: string[]): Promise<number> {
  const asked = read(args);
  if ('problem' in asked) {
    process.stderr.write(`${asked.problem}\n\n${help}`);
    return 2;
  }
  const { rounds, seed, out, isHelp } = asked;
  if (isHelp) process.stdout.write(help);
  const results: ScenarioResult[] = [];
  for (const [name, count] of isHelp ? [] : rounds) {
    results.push(await runScenario(name, count, seed, (line) => void process.stderr.write(`${line}\n`)));
  }
  if (out !== undefined) writeFileSync(out, `${JSON.stringify({ seed, results }, null, 2)}\n`);
  if (!isHelp) process.stdout.write(`${reportText(results)}\n`);
  return results.some(({ folder }) => folder !== null) ? 1 : 0;
}

/** Parses the options; a string says what is wrong with them. */
function read(args: string[]) {
  const text = { type: 'string' } as const;
  const counts = { kills: text, 'lost-tails': text, 'redis-away': text, 'rolling-restarts': text, seed: text };
  try {
    const { values } = parseArgs({ args, options: { ...counts, out: text, help: { type: 'boolean' } } });
    const wrong = ([...names, 'seed'] as const).find((name) => !/^\d{1,6}$/.test(values[name] ?? '0'));
    if (wrong !== undefined) {
      return { problem: `--${wrong} is ${JSON.stringify(values[wrong])}; allowed is a whole number from 0 to 999999.` };
    }
    const isNamed = names.some((name) => values[name] !== undefined);
    const rounds = names
      .map((name) => [name, Number(values[name] ?? (isNamed ? 0 : scenarios[name].usual))] as const)
      .filter(([, count]) => count > 0);
    return { rounds, seed: Number(values.seed ?? 1), out: values.out, isHelp: values.help === true };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** A row for each scenario, and the violations. */
function reportText(results: readonly ScenarioResult[]): string {
  const columns = ['rounds', ...Object.keys(results[0]?.counts ?? {}), 'violations'];
  const line = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(16) + cells.map((cell, at) => String(cell).padStart(columns[at]!.length + 2)).join('');
  const rows = results.map(({ name, rounds, counts, violations }) =>
    line(name, [rounds, ...Object.values(counts), violations.length]),
  );
  const notes = results.flatMap(({ name, measured, violations, folder }) => [
    ...Object.entries(measured).map(([what, value]) => `${name}: ${what}: ${value}`),
    ...violations.slice(0, 10).map(({ law, what }) => `${name}: ${law}: ${what}`),
    ...(folder === null ? [] : [`${name}: logs, ledger and files of Redis are in ${folder}`]),
  ]);
  return [line('', columns), ...rows, ...notes].join('\n');
}
