import type { Client } from '@auction-tiers/store';

/** What a job may use of the worker that runs it. */
export interface JobContext {
  /** For keys of the job's own. */
  readonly client: Client;
  /** Tells whoever waits for the job how far it is. */
  readonly tell: (progress: object) => Promise<void>;
  /** A line for the person who runs the worker. */
  readonly say: (line: string) => void;
}

/** Does the work of a job and gives what came of it, as plain data. What it throws fails the job. */
export type JobProcessor = (data: unknown, context: JobContext) => Promise<unknown>;
