import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { ExitCode } from '../cli/failure.ts';

const usualDeadAfter = 30;
const [leastDeadAfter, mostDeadAfter] = [0.1, 3600];

/** Adds `worker` to the command line. */
export function addWorker(program: Command, onDone: (code: ExitCode) => void): void {
  program
    .command('worker')
    .description('Do jobs from the Redis at REDIS_URL until stopped: parts of a replay --distributed, and simulations.')
    .option(
      '--dead-after <s>',
      'seconds without a sign of life after which the job of a worker is done again',
      seconds,
      usualDeadAfter,
    )
    .action(async ({ deadAfter }: { deadAfter: number }) => {
      // Loaded only here: other commands need no Redis.
      const { runWorker } = await import('../job/run-worker.ts');
      onDone(await runWorker({ deadAfter }));
    });
}

function seconds(text: string): number {
  const value = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  if (value >= leastDeadAfter && value <= mostDeadAfter) return value;
  throw new InvalidArgumentError(`Allowed is a number of seconds from ${leastDeadAfter} to ${mostDeadAfter}.`);
}
