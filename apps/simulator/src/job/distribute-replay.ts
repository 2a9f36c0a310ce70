import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitCode, Failure } from '../cli/failure.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import { wholeParts } from '../log/file/part.ts';
import type { LogSource } from '../log/file/source.ts';
import { cutLog, sizeOf } from '../run/cut-log.ts';
import type { PartMerge } from '../run/part-merge.ts';
import type { PartsOrder, RunParts } from '../run/run-log.ts';
import { openJobRedis } from './job-redis.ts';
import type { ReplayJob } from './replay-job.ts';
import { jobVersion } from './replay-job.ts';
import { ReplayRun } from './replay-run.ts';

export interface Distribution {
  /** The Redis that the workers share; undefined: none is named, which is refused. */
  readonly redisUrl: string | undefined;
  /** Receives lines for the user that waits. */
  readonly onNotice: (line: string) => void;
}

/** Parts that many workers share evenly; a part that dies with its worker should not be much work lost. */
const usualParts = 64;
const [leastPartBytes, mostPartBytes] = [262_144, 268_435_456];
/** A feed is read as a whole for each of its parts. */
const feedParts = 8;

/**
 * Has the parts of a replay done by the workers (`simulate worker`) that share a Redis. It throws the `Failure` that says
 * why there is no Redis, or that the replay was interrupted.
 */
export function distributeReplay({ redisUrl, onNotice }: Distribution): RunParts {
  return async (order, merge) => {
    const redis = await openJobRedis(redisUrl);
    const interruption = new AbortController();
    const interrupt = () => interruption.abort();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
    try {
      const run = new ReplayRun(redis, randomUUID(), { onBytes: order.onBytes, onNotice });
      try {
        await submitParts(run, order);
        await mergeResults(run, order.sources, merge, interruption.signal);
      } finally {
        await run.end();
      }
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
      redis.close();
    }
  };
}

async function submitParts(run: ReplayRun, { sources, placed, task }: PartsOrder): Promise<void> {
  if (task.kind !== 'replay')
    throw new TypeError(`Workers take parts of replays, not of a task of the kind ${task.kind}.`);
  await run.begin(task);
  if (placed !== undefined) {
    const parts = wholeParts(sources);
    for (const [at, part] of parts.entries()) {
      await run.submit({ version: jobVersion, run: run.id, at, part, files: [], placed: placed[at] });
    }
    return;
  }
  const evenBytes = sizeOf(sources) / usualParts;
  const partBytes = () => Math.min(Math.max(evenBytes, leastPartBytes), mostPartBytes);
  // Workers are in other folders.
  const absolute = sources.map((source) => ({ ...source, file: resolve(source.file) }));
  let at = 0;
  for (const part of cutLog(absolute, { partBytes, readers: feedParts })) {
    const files = (part.kind === 'feed' ? part.sources : [part.source]).map(({ file }) => ({
      file,
      bytes: statSync(file).size,
    }));
    await run.submit({ version: jobVersion, run: run.id, at: at++, part, files } satisfies ReplayJob);
  }
}

async function mergeResults(
  run: ReplayRun,
  sources: readonly LogSource[],
  merge: PartMerge,
  signal: AbortSignal,
): Promise<void> {
  const nameOf = new Map(sources.map(({ file }) => [resolve(file), file]));
  for await (const [at, result] of run.results(signal)) {
    if (!result.ok) merge.fail(at, new Failure(result.exitCode, result.message));
    else {
      merge.add(at, withNames(result.input, nameOf));
      merge.work.merge(result.data);
    }
  }
  if (signal.aborted) throw new Failure(exitCode.found, 'The replay was interrupted.');
}

/** Replaces absolute paths in the report by the names that the user gave. */
function withNames(input: InputReport, nameOf: ReadonlyMap<string, string>): InputReport {
  const rename = <Named extends { readonly file: string }>(one: Named): Named => ({
    ...one,
    file: nameOf.get(one.file) ?? one.file,
  });
  return { ...input, files: input.files.map(rename), broken: input.broken.map(rename) };
}
