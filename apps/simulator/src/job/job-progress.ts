import type { JobContext } from './job.ts';

/** A step that is worth telling. */
const leastStep = 0.01;

/** Tells how far a job is, from 0 to 1, not too often. */
export class JobProgress {
  readonly #tell: JobContext['tell'];
  #told = 0;
  #telling = Promise.resolve();

  constructor({ tell }: Pick<JobContext, 'tell'>) {
    this.#tell = tell;
  }

  /** Hears how much of a part of the work is done; the part goes from one share of the whole to another. */
  part(from: number, to: number): (done: number, total: number) => void {
    return (done, total) => this.#reach(from + (to - from) * (total === 0 ? 1 : Math.min(done / total, 1)));
  }

  #reach(progress: number): void {
    if (progress < this.#told + leastStep) return;
    this.#told = progress;
    // Progress is for the eye; the work goes on without it.
    this.#telling = this.#telling.then(() => this.#tell({ progress })).catch(() => {});
  }
}
