// npm run bench -- SUITE: compares one part of the product with the least program that could do the work.
// Exit codes: 0 done, 1 something answered wrong or could not be measured, 2 wrong usage.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { auctionSuite } from './auction-suite.ts';
import { httpSuite } from './http-suite.ts';
import { pageSuite } from './page-suite.ts';
import { simulatorSuite } from './simulator/simulator-suite.ts';
import { storeSuite } from './store-suite.ts';
import { type Suite, toText } from './suite/suite.ts';
import { adviceTruthSuite } from './truth/advice-truth.ts';
import { liveTruthSuite } from './truth/live-truth.ts';
import { movementTruthSuite } from './truth/movement-truth.ts';
import { truthSuite } from './truth/truth-suite.ts';

const suites = new Map<string, Suite>([
  ['http', httpSuite],
  ['auction', auctionSuite],
  ['store', storeSuite],
  ['simulator', simulatorSuite],
  ['truth', truthSuite],
  ['truth --kind live', liveTruthSuite],
  ['truth --kind movement', movementTruthSuite],
  ['truth --kind advice', adviceTruthSuite],
  ['page', pageSuite],
]);
/** Suites of earlier versions, and what says the same now. */
const gone = new Map([
  ['advice', 'use truth --kind advice'],
  ['experiments', 'use truth --kind live'],
  ['holds', 'auction_tiers_loop_hold_seconds of /metrics says how long a service held its event loop'],
  ['seal', 'docs/scale.md has what sealing costs'],
]);
const usualRounds = 7;

const ownRounds = Array.from(suites, ([name, { usualRounds: own }]) =>
  own === undefined ? '' : `; ${own} of ${name}`,
).join('');

const help = `usage: npm run bench -- SUITE [options]

${Array.from(suites, ([name, { summary }]) => `  ${name.padEnd(22)} ${summary}`).join('\n')}

  --rounds N   rounds of each comparison, default ${usualRounds}${ownRounds}
  --quick      the least that shows that everything works; its figures mean nothing and are not stored
  --out FILE   raw figures as JSON, default bench/results/SUITE.json

What tiers cost, yours too: npm run simulate -- bench`;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { message, stack = message } = error as Error;
  process.stderr.write(`${process.env['DEBUG'] === '1' ? stack : message}\n`);
  process.exitCode = 1;
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  const asked = read(args);
  if (typeof asked === 'string') {
    process.stderr.write(`${asked}\n\n${help}\n`);
    return 2;
  }
  const { name, suite, options, out } = asked;
  const origin = { suite: name, startedAt: new Date().toISOString(), machine: describeMachine(), options };
  const { figures, tables, goals } = await suite.measure(options, (line) => void process.stderr.write(`${line}\n`));
  const shown = [...tables, { header: ['goal', 'wanted', 'found', 'met'], rows: goals }];
  process.stdout.write(`\n${shown.map(toText).join('\n\n')}\n\nEvery answer was checked.\n`);
  if (out === undefined) return 0;
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify({ ...origin, goals, figures }, null, 2)}\n`);
  process.stdout.write(`Raw figures: ${out}\n`);
  return 0;
}

/** Parses the options; a string says what is wrong with them. */
function read(args: string[]) {
  const known = {
    rounds: { type: 'string' },
    quick: { type: 'boolean' },
    kind: { type: 'string' },
    out: { type: 'string' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: known });
    const name = [...positionals, ...(values.kind === undefined ? [] : ['--kind', values.kind])].join(' ');
    const suite = suites.get(name);
    const instead = gone.get(name);
    if (instead !== undefined) return `The suite ${name} was removed: ${instead}.`;
    if (suite === undefined) return `The suite is ${JSON.stringify(name)}; allowed: ${[...suites.keys()].join(', ')}.`;
    const isQuick = values.quick === true;
    const rounds = values.rounds ?? String(isQuick ? 1 : (suite.usualRounds ?? usualRounds));
    if (!/^[1-9]\d{0,3}$/.test(rounds)) return `--rounds is ${rounds}; allowed is a whole number from 1 to 9999.`;
    const out =
      values.out ??
      (isQuick ? undefined : join(import.meta.dirname, `../results/${name.replaceAll(/[ -]+/g, '-')}.json`));
    return { name, suite, options: { rounds: Number(rounds), isQuick }, out };
  } catch (error) {
    return (error as Error).message;
  }
}

/** The machine and the versions that figures were measured with. */
function describeMachine() {
  return {
    commit: spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], { encoding: 'utf8' }).stdout.trim(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    loadBefore: Math.round(loadavg()[0]! * 100) / 100,
  };
}
