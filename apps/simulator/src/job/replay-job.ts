import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, Failure, messageOf } from '../cli/failure.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import { readSettings } from '../cli/setting.ts';
import type { LogPart } from '../log/file/part.ts';
import { addressOf, fetchPlaced, type PlacedFile } from '../log/file/placed-log.ts';
import { PartWorker } from '../run/part-worker.ts';
import type { ReplayTask } from '../run/task.ts';
import { createWork } from '../run/task.ts';
import type { JobContext } from './job.ts';
import { JobProgress } from './job.ts';
import { keyPrefix } from './job-redis.ts';

export const replayQueue = 'replay';

/** Version of a job, its task and its result. A worker takes jobs of its own version only. */
export const jobVersion = 7;

/** A part of a log, to be replayed by a worker. */
export interface ReplayJob {
  readonly version: number;
  /** Id of the replay, drawn at random. */
  readonly run: string;
  /** The place of the part in the log. */
  readonly at: number;
  readonly part: LogPart;
  /** The files of the part, by their absolute paths, and their size where the replay began. */
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
  /** The only file of the part, if it is in a shared place, from which the worker copies it. */
  readonly placed?: PlacedFile | undefined;
}

/** How many more bytes have been read. */
export interface ReplayProgress {
  readonly bytes: number;
}

/** What came of a job: the data of its work, or the sentence that ends the replay. */
export type PartResult =
  | { readonly ok: true; readonly input: InputReport; readonly data: unknown }
  | { readonly ok: false; readonly exitCode: ExitCode; readonly message: string };

/** Stores a result with its run, unless the run has ended: nothing would remove the result then. */
const leaveScript = `
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
  redis.call('EXPIRE', KEYS[2], ARGV[3])
  return 1`;

/** Bytes between two messages of progress: often enough for a progress line that moves. */
const toldBytes = 4_194_304;
/** Results that are not fetched are deleted after this. */
const keptSeconds = 3600;

/** Holds the `ReplayTask` of all jobs of a run, as JSON, while a process waits for the run. */
export function taskKey(run: string): string {
  return `${keyPrefix}:run:${run}:task`;
}

/** A hash: the `PartResult` of each job, as JSON, by its place. */
export function resultsKey(run: string): string {
  return `${keyPrefix}:run:${run}:results`;
}

/**
 * Replays a part of a log and leaves what came of it with the run. A part that cannot be replayed is a result too: doing
 * it again would end in the same way. A job of a run that no process waits for is passed over.
 */
export async function processReplayJob(data: unknown, context: JobContext): Promise<void> {
  const { client, say } = context;
  // Only `distributeReplay` puts jobs into this queue.
  const job = data as ReplayJob;
  const { run, at } = job;
  const name = `replay ${run.slice(0, 8)}, part ${at + 1}`;
  const task = await client.get(taskKey(run));
  if (task === null) return say(`${name}: skipped, its replay has ended`);
  say(`${name}: begun`);
  const result = await replayPart(job, task, new JobProgress(context));
  const keys = [taskKey(run), resultsKey(run)];
  if ((await client.eval(leaveScript, keys.length, ...keys, at, JSON.stringify(result), keptSeconds)) !== 1) {
    return say(`${name}: not needed, its replay has ended`);
  }
  say(`${name}: ${result.ok ? 'done' : result.message}`);
}

async function replayPart(job: ReplayJob, taskText: string, progress: JobProgress): Promise<PartResult> {
  try {
    if (job.version !== jobVersion) {
      throw refuse(`takes jobs of version ${jobVersion}, not ${job.version}: run the same version everywhere`);
    }
    checkFiles(job);
    const task: ReplayTask = JSON.parse(taskText);
    let bytes = 0;
    const onBytes = (count: number) => {
      bytes += count;
      if (bytes < toldBytes) return;
      progress.tell({ bytes } satisfies ReplayProgress);
      bytes = 0;
    };
    const worker = new PartWorker(await createWork(task), task, { onBytes });
    const input = await withPart(job, (part) => worker.run(part));
    await progress.settle();
    return { ok: true, input, data: worker.work.toData() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ok: false, exitCode: error.exitCode, message: error.message };
  }
}

/** Calls `use` with the part of a job, whose file is fetched before where it is in a shared place, and deleted after. */
async function withPart({ part, placed }: ReplayJob, use: (part: LogPart) => Promise<InputReport>) {
  if (placed === undefined || part.kind !== 'json') return use(part);
  const folder = await mkdtemp(join(tmpdir(), 'auction-tiers-part-'));
  try {
    const file = await fetchPlaced(placed, readSettings().access ?? {}, folder);
    const input = await use({ ...part, source: { ...part.source, file } });
    const rename = <Named extends { readonly file: string }>(one: Named): Named => ({
      ...one,
      file: addressOf(placed),
    });
    return { ...input, files: input.files.map(rename), broken: input.broken.map(rename) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The log has to be the same under the same path on every machine that replays a part of it. */
function checkFiles({ files }: ReplayJob): void {
  for (const { file, bytes } of files) {
    let size: number;
    try {
      ({ size } = statSync(file));
    } catch (error) {
      throw refuse(`cannot read ${file} (${messageOf(error)}): the log must be under the same path on every machine`);
    }
    if (size !== bytes) {
      throw refuse(`finds ${size} bytes in ${file}, and it had ${bytes} where the replay began: is it the same log?`);
    }
  }
}

function refuse(problem: string): Failure {
  return new Failure(exitCode.found, `The worker on ${hostname()} ${problem}.`);
}
