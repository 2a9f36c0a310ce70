import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  SimulationJob,
  simulationJobVersion,
  simulationKeptSeconds,
  SimulationOrder,
  simulationOrderKey,
  type SimulationOutcome,
  simulationReportKey,
  toFeePpm,
} from '@auction-tiers/contract';
import { compare } from '../run/compare.ts';
import { openLog } from '../run/open-log.ts';
import { exitCode, Failure } from '../cli/failure.ts';
import type { JobContext } from './job.ts';
import { readTierSet } from '../tier-set/tier-set-file.ts';
import { JobProgress } from './job-progress.ts';
import { renameLog } from './rename-log.ts';
import { withSyntheticLog } from './synthetic-log.ts';

/** What reports call a log that was made for the simulation. */
const syntheticName = 'synthetic';

/**
 * Compares what a ym-profile has with a draft, for the service that keeps both, and leaves the report where the service
 * looks for it. One that cannot be done is a result too: doing it again would end in the same way.
 */
export async function processSimulation(data: unknown, context: JobContext): Promise<SimulationOutcome> {
  const { client, say } = context;
  try {
    // Before anything else of it is read: another version may mean another thing by it.
    const { version } = data as { readonly version?: unknown };
    if (version !== simulationJobVersion) {
      throw refuse(`The worker takes simulations of version ${simulationJobVersion}, not ${String(version)}`);
    }
    const { job } = SimulationJob.parse(data);
    const order = await client.get(simulationOrderKey(job));
    if (order === null) throw refuse('What was to be simulated is not kept any more');
    say(`simulation ${job}: begun`);
    const { text, logSha256 } = await simulate(SimulationOrder.parse(JSON.parse(order)), new JobProgress(context));
    await client.set(simulationReportKey(job), text, 'EX', simulationKeptSeconds);
    await client.del(simulationOrderKey(job));
    say(`simulation ${job}: done`);
    return { ok: true, log_sha256: logSha256 };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`a simulation cannot be done: ${error.message}`);
    return { ok: false, message: error.message };
  }
}

interface Simulated {
  /** The report as JSON. */
  readonly text: string;
  readonly logSha256: string;
}

async function simulate(order: SimulationOrder, progress: JobProgress): Promise<Simulated> {
  const { log, path } = order;
  if (log.kind === 'synthetic') {
    const logSha256 = createHash('sha256').update(JSON.stringify(log)).digest('hex');
    const text = await withSyntheticLog(log, progress.part(0, 0.4), (file) =>
      compareOver(order, file, syntheticName, progress.part(0.4, 1)),
    );
    return { text, logSha256 };
  }
  if (path === null) throw refuse('A log was named without its place');
  const logSha256 = await hashOf(path);
  return { text: await compareOver(order, path, log.name, progress.part(0, 1)), logSha256 };
}

/** The report as JSON, which calls the log by its name. */
async function compareOver(
  order: SimulationOrder,
  file: string,
  name: string,
  onProgress: (done: number, total: number) => void,
): Promise<string> {
  const [current, draft] = (['current', 'draft'] as const).map((which) =>
    readTierSet(order[which], (problem, cause) => refuse(`The ${which} tier set ${problem}`, cause)),
  );
  if (current === undefined || draft === undefined) throw refuse('Both tier sets are needed');
  const { seed, elasticity } = order;
  try {
    const log = await openLog({ files: [file], current, draft, feePpm: toFeePpm(order.revenue_share_pct) });
    const report = await compare({ log, current, draft, seed, elasticity, onProgress });
    return JSON.stringify(renameLog(report, file, name));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(
      error.exitCode,
      error.message.replaceAll(file, () => name),
      error,
    );
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    throw refuse('The log cannot be read on the machine of the worker; it must be under the same path there', error);
  }
  return hash.digest('hex');
}

const refuse = (problem: string, cause?: unknown) => new Failure(exitCode.found, `${problem}.`, cause);
