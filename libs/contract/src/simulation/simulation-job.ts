import { z } from 'zod';
import { MeasuredAnswer } from '../report/measured-answer.ts';
import { TierSetFile } from '../engine/tier-set-file.ts';
import { Commitments } from '../resources/commitment.ts';
import { CalendarDay } from '../value/calendar-day.ts';
import { Simulation, simulationKinds, SimulationLog } from './simulation.ts';

/** The BullMQ queue through which simulations reach the simulator's workers. */
export const simulationQueue = 'simulation';

/** Prefix of the keys of all queues. The braces are a hash tag: Redis Cluster keeps all these keys on one server. */
export const jobKeyPrefix = '{auction-tiers-simulator}';

/** The key of a job's `SimulationOrder`, as JSON; once the job is done, of its `SimulationJobResult`. */
export const simulationOrderKey = (job: string): string => `${jobKeyPrefix}:simulation:${job}:order`;

/** The key of a finished job's report, as JSON, which is kept as long as the job. */
export const simulationReportKey = (job: string): string => `${jobKeyPrefix}:simulation:${job}:report`;

/** How long a simulation is kept. */
export const simulationKeptSeconds = 30 * 24 * 60 * 60;

/** Version of the job and order formats. A worker of another version refuses a job. */
export const simulationJobVersion = 8;

/** The data of a job: the simulation before it runs. */
export const SimulationJob = z.strictObject({
  version: z.int(),
  /** The name of the job and of its order. */
  job: z.string(),
  simulation: Simulation.omit({ state: true, progress: true, finished_on: true, error: true }),
});
export type SimulationJob = z.output<typeof SimulationJob>;

/** What a worker needs to run a simulation. */
export const SimulationOrder = z.strictObject({
  kind: z.enum(simulationKinds),
  /** Includes the seller's fee, which is used for both tier sets. */
  current: TierSetFile,
  /** For advice, a copy of the present tiers. */
  draft: TierSetFile,
  log: SimulationLog,
  /** The path of a log that is a file; else null. */
  path: z.string().nullable(),
  /** For recorded auctions: the files, and how many bytes each had when the simulation was started. */
  segments: z.array(z.strictObject({ path: z.string(), bytes: z.int() })),
  seed: z.string(),
  elasticity: z.number(),
  no_units: z.boolean(),
  tries: z.int(),
  /** The seller's days unlike others. */
  calendar: z.array(CalendarDay),
  commitments: Commitments,
  /** The measured answer of the named experiment. */
  answer: MeasuredAnswer.nullable(),
});
export type SimulationOrder = z.output<typeof SimulationOrder>;

/** The progress of a job. */
export const SimulationProgress = z.strictObject({ progress: z.number().min(0).max(1) });

/** A job's result, without its report. A failure is a result too, because another attempt would fail the same way. */
export const SimulationJobResult = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), log_sha256: z.string() }),
  z.strictObject({ ok: z.literal(false), message: z.string() }),
]);
export type SimulationJobResult = z.output<typeof SimulationJobResult>;
