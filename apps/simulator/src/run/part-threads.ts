import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What threads run, which serves parts (`serveParts`). */
const programs = { replay: './replay-thread', compare: './compare-thread' };

/** What dies young in a thread dies within an auction: more room for it is only memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/**
 * The threads that share work with the one that starts them. To be started before it is known what they will do: they
 * load their code while this thread loads its own and reads the tiers.
 */
export class PartThreads implements AsyncDisposable {
  readonly workers: readonly Worker[];

  private constructor(program: URL, length: number) {
    this.workers = Array.from({ length }, () => new Worker(program, { resourceLimits }));
  }

  /** So many that `count` share the work, this one counted, or one a core; undefined: this one is enough. */
  static start(work: keyof typeof programs, count: number | 'auto' = 1): PartThreads | undefined {
    const others = (count === 'auto' ? availableParallelism() : count) - 1;
    const program = new URL(`${programs[work]}${extname(import.meta.url)}`, import.meta.url);
    return others === 0 ? undefined : new PartThreads(program, others);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.workers.map((one) => one.terminate()));
  }
}
