import type { AdviceReport } from '@auction-tiers/contract/advice-report';
import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  readCommitment,
  SimulationJob,
  simulationJobVersion,
  simulationKeptSeconds,
  SimulationOrder,
  simulationOrderKey,
  type SimulationLog,
  SimulationJobResult,
  simulationReportKey,
} from '@auction-tiers/contract';
import { UnreadableEnd, wholeFrames } from '@auction-tiers/recorded';
import { exitCode, Failure } from '../cli/failure.ts';
import { nameOfRecorded } from '../cli/hours.ts';
import { readSettings } from '../cli/setting.ts';
import { withBuyers, defaultParams } from '@auction-tiers/market';
import { generate } from '../generate/generate.ts';
import { openPlaceOf } from '../log/file/placed-log.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { advise } from '../run/advise.ts';
import { compare } from '../run/compare.ts';
import type { JobContext } from './job.ts';
import { JobProgress } from './job.ts';
import { readStoredTierSet } from '../tier-set/tier-set-file.ts';

/** Name of a synthetic log in reports. */
const syntheticName = 'synthetic';

/**
 * Compares the tiers of a ym-profile with a draft for the service, and stores the report under a key that the service
 * reads. A simulation that cannot be done is a result too: trying again would end in the same way.
 */
export async function processSimulation(data: unknown, context: JobContext): Promise<SimulationJobResult> {
  const { client, say } = context;
  try {
    // Read before all else: in another version the other fields may have another meaning.
    const { version } = data as { readonly version?: unknown };
    if (version !== simulationJobVersion) {
      throw refuse(`The worker takes simulations of version ${simulationJobVersion}, not ${String(version)}`);
    }
    const { job } = SimulationJob.parse(data);
    const stored = await client.get(simulationOrderKey(job));
    if (stored === null) throw refuse('The order of this simulation has expired');
    const known = SimulationJobResult.safeParse(JSON.parse(stored));
    // Another worker, which was taken for dead, has finished the job.
    if (known.success) return known.data;
    say(`simulation ${job}: begun`);
    const { text, logSha256 } = await simulate(SimulationOrder.parse(JSON.parse(stored)), stepsOf(context));
    const result: SimulationJobResult = { ok: true, log_sha256: logSha256 };
    await client.set(simulationReportKey(job), text, 'EX', simulationKeptSeconds);
    // Replaces the order, which may have the size of two tier sets.
    await client.set(simulationOrderKey(job), JSON.stringify(result), 'EX', simulationKeptSeconds);
    say(`simulation ${job}: done`);
    return result;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`a simulation failed: ${error.message}`);
    return { ok: false, message: error.message };
  }
}

/** Receives how much of a step is done. */
type OnProgress = (done: number, total: number) => void;

/** A step of the work, which takes the progress of the whole from one value to another, both from 0 to 1. */
type ProgressSteps = (from: number, to: number) => OnProgress;

/** The smallest change of progress that is told. */
const leastProgress = 0.01;

function stepsOf(context: JobContext): ProgressSteps {
  const progress = new JobProgress(context);
  let told = 0;
  return (from, to) => (done, total) => {
    const reached = from + (to - from) * (total === 0 ? 1 : Math.min(done / total, 1));
    if (reached < told + leastProgress) return;
    told = reached;
    progress.tell({ progress: reached });
  };
}

interface Simulated {
  /** The report as JSON. */
  readonly text: string;
  readonly logSha256: string;
}

async function simulate(order: SimulationOrder, steps: ProgressSteps): Promise<Simulated> {
  const { log, path } = order;
  if (log.kind === 'synthetic') {
    const logSha256 = createHash('sha256').update(JSON.stringify(log)).digest('hex');
    const text = await withSyntheticLog(log, order.current.ym_profile.id, steps(0, 0.4), (file) =>
      compareOver(order, file, syntheticName, steps(0.4, 1)),
    );
    return { text, logSha256 };
  }
  if (log.kind === 'recorded') {
    const name = nameOfRecorded(log);
    return withRecordedLog(order.segments, async (file) => ({
      logSha256: await hashOf(file),
      text: await compareOver(order, file, name, steps(0, 1)),
    }));
  }
  if (path === null) throw refuse('A log was named without its path');
  const logSha256 = await hashOf(path);
  return { text: await compareOver(order, path, log.name, steps(0, 1)), logSha256 };
}

/** The report as JSON, with `name` as the name of the log file. */
async function compareOver(
  order: SimulationOrder,
  file: string,
  name: string,
  onProgress: OnProgress,
): Promise<string> {
  const [current, draft] = (['current', 'draft'] as const).map((which) =>
    readStoredTierSet(order[which], (problem, cause) => refuse(`The ${which} tier set ${problem}`, cause)),
  );
  if (current === undefined || draft === undefined) throw refuse('Both tier sets are needed');
  const commitments = order.commitments.map(readCommitment);
  const answer = order.answer ?? undefined;
  const { seed, elasticity, no_units: isWithoutUnits, tries } = order;
  try {
    const fee = chooseFee({ seller: current.sellerFeePpm });
    // A seller's log may have auctions of all of its ym-profiles.
    const ymProfileId = order.current.ym_profile.id;
    const log = { files: [file], fee, seed, commitments, answer, timeZone: current.timeZone, ymProfileId, onProgress };
    const declared = { isWithoutUnits, calendar: order.calendar };
    if (order.kind === 'advice') return toText(await advise({ ...log, ...declared, loaded: current }), file, name);
    const report = await compare({ ...log, ...declared, current, draft, elasticity, tries });
    return toText(report, file, name);
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

/** Puts what the segments had when the simulation was started into one file, and deletes it also after an error. */
async function withRecordedLog<T>(
  segments: SimulationOrder['segments'],
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-simulation-'));
  const file = join(folder, 'recorded.jsonl.zst');
  try {
    await copyFrames(segments, file);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies whole frames: the last frame is not whole in a file that is being written, or whose writer was killed. */
async function copyFrames(segments: SimulationOrder['segments'], file: string): Promise<void> {
  const copy = await open(file, 'wx', 0o600);
  try {
    for (const { path, bytes } of segments) {
      try {
        if (!isAbsolute(path)) await copyShared(path, bytes, copy);
        else for await (const { bytes: frames } of wholeFrames(path, bytes)) await copy.write(frames);
      } catch (error) {
        if (error instanceof UnreadableEnd) continue;
        if (error instanceof Failure) throw error;
        const where = 'they must be under the same path on the machine of the worker, and may have been removed since';
        throw refuse(`The recorded auctions cannot be read: ${where}`, error);
      }
    }
  } finally {
    await copy.close();
  }
}

/** Copies a sealed segment, which is whole, from the place that hosts share. */
async function copyShared(key: string, bytes: number, copy: FileHandle): Promise<void> {
  const { place } = readSettings();
  if (place === undefined) {
    throw refuse('The recorded auctions are in a place that hosts share: start the worker with the same RECORD_URL');
  }
  const content = await openPlaceOf(place, 'RECORD_URL').read(key, 0, bytes);
  if (content?.length !== bytes) throw refuse('Some of the recorded auctions have been removed since');
  await copy.write(content);
}

const refuse = (problem: string, cause?: unknown) => new Failure(exitCode.found, `${problem}.`, cause);

type Synthetic = Extract<SimulationLog, { readonly kind: 'synthetic' }>;

/** Generates a log, calls `use` with its file, and deletes it also after an error. */
async function withSyntheticLog<T>(
  { auctions, bids, seed }: Synthetic,
  ymProfileId: number,
  onProgress: OnProgress,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-simulation-'));
  const file = join(folder, 'log.jsonl');
  const params = withBuyers(
    { ...defaultParams, ym_profile_id: ymProfileId },
    Math.max(defaultParams.buyers.length, bids),
  );
  try {
    const order = { auctionCount: auctions, bidCount: bids, seed, format: 'own', params } as const;
    await generate(order, file, (count) => onProgress(count, auctions));
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The report as JSON with another name for its only log file, so that it does not reveal where the service keeps its files. */
function toText(report: CompareReport | AdviceReport, path: string, name: string): string {
  return JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(path, () => name) : value,
  );
}
