import { simulationQueue } from '@auction-tiers/contract';
import { processSimulation } from './process-simulation.ts';
import type { JobProcessor } from './job.ts';
import { processReplayJob } from './process-replay-job.ts';
import { replayQueue } from './replay-job.ts';

/** What a worker can do, by the name of the queue. */
export const jobKinds: Readonly<Record<string, JobProcessor>> = {
  [replayQueue]: processReplayJob,
  [simulationQueue]: processSimulation,
};
