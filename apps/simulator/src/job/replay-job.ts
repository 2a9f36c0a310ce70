import type { ExitCode } from '../cli/failure.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import type { LogPart } from '../log/file/part.ts';
import type { ShareResult } from '../run/share.ts';
import { keyPrefix } from './job-redis.ts';

export const replayQueue = 'replay';

/** Of what is handed over. A worker of another version must not guess. */
export const jobVersion = 3;

/** A part of a log, to be replayed by a worker. */
export interface ReplayJob {
  readonly version: number;
  /** Of the replay, drawn at random. */
  readonly run: string;
  /** The place of the part in the log. */
  readonly at: number;
  readonly part: LogPart;
  /** The files of the part, by their absolute paths, and their size where the replay began. */
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
}

/** How far a job is. */
export interface ReplayProgress {
  readonly bytes: number;
}

/** What came of a job: the part's figures, or the sentence that ends the replay. */
export type ReplayShare =
  | { readonly ok: true; readonly input: InputReport; readonly result: ShareResult }
  | { readonly ok: false; readonly exitCode: ExitCode; readonly message: string };

/** Holds the `ShareTask` of all jobs of a run, as JSON, while somebody waits for the run. */
export function taskKey(run: string): string {
  return `${keyPrefix}:run:${run}:task`;
}

/** A hash: what came of each job, as JSON, by its place. */
export function sharesKey(run: string): string {
  return `${keyPrefix}:run:${run}:shares`;
}
