import { simulationQueue } from '@auction-tiers/contract';
import { Worker } from 'bullmq';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode } from '../cli/failure.ts';
import { readSettings } from '../cli/setting.ts';
import type { JobProcessor } from './job.ts';
import type { JobRedis } from './job-redis.ts';
import { keyPrefix, openJobRedis } from './job-redis.ts';
import { processReplayJob, replayQueue } from './replay-job.ts';
import { processSimulation } from './simulation.ts';

export interface WorkerOptions {
  /** Seconds without a sign of life, after which a worker counts as dead. */
  readonly deadAfter: number;
}

/** A job whose worker dies every time is given up after so many. */
const mostDeaths = 3;

/** What a worker can do, by the name of the queue. */
const processors: Readonly<Record<string, JobProcessor>> = {
  [replayQueue]: processReplayJob,
  [simulationQueue]: processSimulation,
};

/** Does jobs of every kind until the process is told to stop, and completes its job before it ends. */
export async function runWorker({ deadAfter }: WorkerOptions): Promise<ExitCode> {
  const redis = await openJobRedis(readSettings().redisUrl);
  const workers = Object.entries(processors).map(([queue, process]) =>
    createWorker(queue, process, redis, Math.round(deadAfter * 1000)),
  );
  try {
    await Promise.all(workers.map((worker) => worker.waitUntilReady()));
    say(`ready, waiting for jobs at ${redis.address}`);
    await untilStopped();
    say('stopping once the current job is done');
    await Promise.all(workers.map((worker) => worker.close()));
  } finally {
    if (process.connected) process.disconnect?.();
    redis.close();
  }
  return exitCode.done;
}

function createWorker(
  queue: string,
  process: JobProcessor,
  { connect, client }: JobRedis,
  deadAfterMs: number,
): Worker {
  const worker = new Worker(
    queue,
    async (job) =>
      process(job.data, { client, tell: (progress) => job.updateProgress(progress), say: (line) => say(line) }),
    {
      connection: connect(),
      prefix: keyPrefix,
      lockDuration: deadAfterMs,
      stalledInterval: deadAfterMs,
      maxStalledCount: mostDeaths,
    },
  );
  worker.on('stalled', (id) => say(`the worker of job ${id} gives no sign of life: the job is done again`));
  worker.on('failed', (job, error) => complain(`job ${job?.id ?? ''} failed: ${error.message}`));
  // While Redis is away every attempt to connect fails in the same way.
  let complained = '';
  worker.on('error', ({ message }) => {
    if (message !== complained) complain(message);
    complained = message;
  });
  worker.on('ready', () => (complained = ''));
  return worker;
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    // The service that started this worker has ended.
    process.once('disconnect', () => resolve());
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
