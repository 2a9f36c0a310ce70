import { z } from 'zod';
import { MeasuredAnswer } from '../compare-report/measured-answer.ts';
import { TierSetFile } from '../engine/tier-set-file.ts';
import { Commitments } from '../resources/commitment.ts';
import { Simulation, simulationKinds, SimulationLog } from './simulation.ts';

/** The BullMQ queue through which simulations reach the simulator's workers. */
export const simulationQueue = 'simulation';

/** Begins the keys of all queues. In braces: Redis Cluster keeps all of them on one server. */
export const jobKeyPrefix = '{auction-tiers-simulator}';

/** Holds the `SimulationOrder` of a job, as JSON, until it is done; then its `SimulationJobResult`, as long as the job is kept. */
export const simulationOrderKey = (job: string): string => `${jobKeyPrefix}:simulation:${job}:order`;

/** Holds the report of a job that is done, as JSON, as long as the job is kept. */
export const simulationReportKey = (job: string): string => `${jobKeyPrefix}:simulation:${job}:report`;

/** How long a simulation is kept. */
export const simulationKeptSeconds = 30 * 24 * 60 * 60;

/** Version of the job and order formats. A worker of another version refuses a job. */
export const simulationJobVersion = 5;

/** The data of a job: the simulation before it runs. */
export const SimulationJob = z.strictObject({
  version: z.int(),
  /** The job's name, and that of its order. */
  job: z.string(),
  simulation: Simulation.omit({ state: true, progress: true, finished_on: true, error: true }),
});
export type SimulationJob = z.output<typeof SimulationJob>;

/** What a worker needs to run a simulation. */
export const SimulationOrder = z.strictObject({
  kind: z.enum(simulationKinds),
  /** With the seller's fee, which both tier sets are compared with. */
  current: TierSetFile,
  /** Of advice the present tiers once more. */
  draft: TierSetFile,
  log: SimulationLog,
  /** The path of a log that is a file; else null. */
  path: z.string().nullable(),
  /** Of recorded auctions: the files, and how much of each was there when the simulation was started. */
  segments: z.array(z.strictObject({ path: z.string(), bytes: z.int() })),
  seed: z.string(),
  elasticity: z.number(),
  no_units: z.boolean(),
  tries: z.int(),
  commitments: Commitments,
  /** Of the experiment that was named. */
  answer: MeasuredAnswer.nullable(),
});
export type SimulationOrder = z.output<typeof SimulationOrder>;

/** How far a job is. */
export const SimulationProgress = z.strictObject({ progress: z.number().min(0).max(1) });

/** The result of a job, beside its report. A failure is a result too, because another attempt would fail in the same way. */
export const SimulationJobResult = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), log_sha256: z.string() }),
  z.strictObject({ ok: z.literal(false), message: z.string() }),
]);
export type SimulationJobResult = z.output<typeof SimulationJobResult>;
