import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitCode, Failure } from '../cli/failure.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import type { LogSource } from '../log/file/source.ts';
import type { ShareTask } from '../run/share.ts';
import { cutLog, sizeOf } from '../run/cut-log.ts';
import type { Gathering } from '../run/gathering.ts';
import { openJobRedis } from './job-redis.ts';
import { ReplayRun } from './replay-run.ts';
import type { ReplayJob } from './replay-job.ts';
import { jobVersion } from './replay-job.ts';

export interface DistributedOrder {
  readonly sources: readonly LogSource[];
  readonly task: ShareTask;
  readonly redisUrl: string | undefined;
  /** Hears how many bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
  /** Hears what the person who waits should know. */
  readonly onNotice: (line: string) => void;
  readonly createId?: () => string;
}

/** Parts that many workers share evenly; a part that dies with its worker should not be much work lost. */
const usualParts = 64;
const [leastPartBytes, mostPartBytes] = [262_144, 268_435_456];
/** A feed is read as a whole for each of its parts. */
const feedParts = 8;

/**
 * Replays a log on the workers (`simulate worker`) that share a Redis, and gathers what comes of its parts: the same as in
 * one process. Throws the `Failure` that reading the log in one go would end with, or that says which worker could not do
 * its part.
 */
export async function replayDistributed(
  { sources, task, redisUrl, onBytes, onNotice, createId = randomUUID }: DistributedOrder,
  gathering: Gathering,
): Promise<void> {
  const redis = await openJobRedis(redisUrl);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    const nameOf = new Map(sources.map(({ file }) => [resolve(file), file]));
    const run = new ReplayRun(redis, createId(), { onBytes, onNotice });
    try {
      await run.begin(task);
      const evenBytes = sizeOf(sources) / usualParts;
      const partBytes = () => Math.min(Math.max(evenBytes, leastPartBytes), mostPartBytes);
      let at = 0;
      for await (const part of cutLog(sources.map(toAbsolute), { partBytes, readers: feedParts })) {
        const files = (part.kind === 'json' ? [part.source] : part.sources).map(({ file }) => ({
          file,
          bytes: statSync(file).size,
        }));
        await run.submit({ version: jobVersion, run: run.id, at: at++, part, files } satisfies ReplayJob);
      }
      for await (const [place, share] of run.shares(interruption.signal)) {
        if (!share.ok) gathering.fail(place, new Failure(share.exitCode, share.message));
        else {
          gathering.add(place, withNames(share.input, nameOf));
          gathering.merge(share.result);
        }
      }
      if (interruption.signal.aborted) throw new Failure(exitCode.found, 'The replay was interrupted.');
      gathering.throwFailure();
    } finally {
      await run.end();
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    redis.close();
  }
}

/** Workers are in other folders. */
function toAbsolute<Source extends LogSource>(source: Source): Source {
  return { ...source, file: resolve(source.file) };
}

/** The report has files by the names that they were given. */
function withNames(input: InputReport, nameOf: ReadonlyMap<string, string>): InputReport {
  const rename = <Named extends { readonly file: string }>(one: Named): Named => ({
    ...one,
    file: nameOf.get(one.file) ?? one.file,
  });
  return { ...input, files: input.files.map(rename), broken: input.broken.map(rename) };
}
