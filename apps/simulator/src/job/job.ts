import type { Client } from '@auction-tiers/store';

/** What a job may use of the worker that runs it. */
export interface JobContext {
  /** For keys of the job's own. */
  readonly client: Client;
  /** Tells the process that waits for the job how far it is. */
  readonly tell: (progress: object) => Promise<void>;
  /** Prints a line for the user that runs the worker. */
  readonly say: (line: string) => void;
}

/** Does the work of a job and gives what came of it, as plain data. What it throws fails the job. */
export type JobProcessor = (data: unknown, context: JobContext) => Promise<unknown>;

/** Tells progress in order. A job goes on without it: it is only shown to people. */
export class JobProgress {
  readonly #tell: JobContext['tell'];
  #telling = Promise.resolve();

  constructor({ tell }: Pick<JobContext, 'tell'>) {
    this.#tell = tell;
  }

  tell(progress: object): void {
    this.#telling = this.#telling.then(() => this.#tell(progress)).catch(() => {});
  }

  /** Waits until all of it is told. */
  async settle(): Promise<void> {
    await this.#telling;
  }
}
