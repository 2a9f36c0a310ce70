// `npm run chaos`: traffic x faults x laws, on real processes. Exit codes: 0 done, 1 a law was broken, 2 wrong usage.

import { writeFileSync } from 'node:fs';
import { helpText, type Known, parseCommand } from './command.ts';
import { allFaults } from './fault/all.ts';
import { reportText } from './report.ts';
import type { Outcome } from './scenario/figures.ts';
import { dueDrafts } from './scenario/due-drafts.ts';
import { propagation } from './scenario/propagation.ts';
import { readAfterWrite } from './scenario/read-after-write.ts';
import { redisAway } from './scenario/redis-away.ts';
import { rollingRestart, workerReplacement } from './scenario/rolling-restart.ts';
import { runRounds } from './scenario/rounds.ts';
import type { Command } from './command.ts';

const usualRounds = 20;

interface Scenario {
  readonly summary: string;
  run(command: Command, log: (line: string) => void): Promise<Outcome>;
}

const scenarios = new Map<string, Scenario>([
  [
    'rounds',
    {
      summary: `faults in turn, one a round, under traffic; --rounds, default ${usualRounds}`,
      run: ({ faults, traffic, seed, rounds = usualRounds }, log) => runRounds({ faults, traffic, seed, rounds, log }),
    },
  ],
  [
    'rolling-restart',
    { summary: 'three replicas, one after the other, under 500 auctions a second', run: rollingRestart },
  ],
  ['worker-replacement', { summary: 'SIGUSR2 to WORKERS=2, under 500 auctions a second', run: workerReplacement }],
  ['redis-away', { summary: 'Redis away for 30 s, and a worker killed in the middle', run: redisAway }],
  [
    'due-drafts',
    {
      summary:
        'a replica, or the Redis of three replicas, killed at the moment of scheduled drafts; --rounds: of each kill, default 3',
      run: ({ rounds = 3, seed }) => dueDrafts(rounds, seed),
    },
  ],
  [
    'read-after-write',
    {
      summary: 'reads at other replicas after each write; --rounds: their number, default 10000',
      run: ({ rounds = 10_000 }) => readAfterWrite(rounds),
    },
  ],
  [
    'propagation',
    {
      summary: 'from an acknowledged write to auctions at another replica; --rounds: edits, default 2000',
      run: ({ rounds = 2000 }) => propagation(rounds),
    },
  ],
]);

const known: Known = {
  faults: allFaults,
  scenarios: new Map([...scenarios].map(([name, { summary }]) => [name, summary])),
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const hasStack = process.env['DEBUG'] === '1' && error instanceof Error;
  process.stderr.write(`${hasStack ? error.stack : error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<number> {
  const parsed = parseCommand(args, known);
  if (parsed.kind === 'help') {
    process.stdout.write(`${helpText(known)}\n`);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    process.stderr.write(`${parsed.problem}\n\n${helpText(known)}\n`);
    return 2;
  }
  const { command } = parsed;
  const scenario = scenarios.get(command.scenario);
  if (scenario === undefined) throw new Error(`there is no scenario ${command.scenario}`);
  const outcome = await scenario.run(command, (line) => void process.stderr.write(`${line}\n`));
  process.stdout.write(`\n${reportText(outcome)}\n`);
  if (command.out !== undefined) {
    const { faults, ...asked } = command;
    const names = faults.map(({ name }) => name);
    writeFileSync(command.out, `${JSON.stringify({ ...asked, faults: names, ...outcome }, null, 2)}\n`);
  }
  return outcome.failures.length > 0 ? 1 : 0;
}
