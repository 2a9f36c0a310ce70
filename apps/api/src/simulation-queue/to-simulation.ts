import { type Simulation, SimulationJob, SimulationOutcome, SimulationProgress } from '@auction-tiers/contract';
import { type FoundJob, isOver } from './simulation-queue.ts';

/** A job as callers see it. */
export function toSimulation({ job, state }: FoundJob): Simulation {
  const { simulation } = SimulationJob.parse(job.data);
  const outcome = state === 'completed' ? SimulationOutcome.safeParse(job.returnvalue) : undefined;
  const known = { ...simulation, finished_on: isOver(state) ? dateOf(job.finishedOn) : null };
  if (outcome?.data?.ok === true) {
    const inputs = { ...simulation.inputs, log_sha256: outcome.data.log_sha256 };
    return { ...known, inputs, state: 'done', progress: 1, error: null };
  }
  if (isOver(state)) {
    const error = outcome?.data?.message ?? 'it could not be carried out here; start it again';
    return { ...known, state: 'failed', progress: 1, error };
  }
  const { progress } = SimulationProgress.catch({ progress: 0 }).parse(job.progress);
  return { ...known, state: state === 'active' ? 'running' : 'queued', progress, error: null };
}

const dateOf = (ms: number | undefined): string | null => (ms === undefined ? null : dateText(ms));

export const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
