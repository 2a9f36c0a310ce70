import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExitCode } from '../cli/failure.ts';
import { Failure } from '../cli/failure.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import type { PartQueue, QueuedPart } from './cut-log.ts';
import type { PartMerge } from './part-merge.ts';
import type { RunTask } from './task.ts';

/** To a thread: the task first, then parts, then that there are no more. */
export type ToThread =
  | { readonly kind: 'task'; readonly task: RunTask }
  | ({ readonly kind: 'part' } & QueuedPart)
  | { readonly kind: 'end' };

/** From a thread: bytes read since the last message of this kind, the result of a part, and at the end the data of its work. */
export type FromThread =
  | { readonly kind: 'bytes'; readonly count: number }
  | { readonly kind: 'read'; readonly at: number; readonly input: InputReport }
  | { readonly kind: 'failed'; readonly at: number; readonly exitCode: ExitCode; readonly message: string }
  | { readonly kind: 'result'; readonly data: unknown };

/** Short-lived objects of a thread live for one auction: a larger young generation would only take memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** The part that a thread works on, and the next one, for which it then need not wait. */
const partsAtOnce = 2;

/**
 * The threads that share work with the one that starts them. Start them before the task is known: they load their code
 * while this thread loads its own and reads the tiers.
 */
export class PartThreads {
  readonly #threads: readonly Worker[];

  private constructor(kind: RunTask['kind'], length: number) {
    const program = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);
    this.#threads = Array.from({ length }, () => new Worker(program, { resourceLimits, workerData: kind }));
  }

  /** `workers`: number of threads including this one, or `auto`: one per core. Gives undefined if this thread is enough. */
  static start(kind: RunTask['kind'], workers: number | 'auto' = 1): PartThreads | undefined {
    const others = (workers === 'auto' ? availableParallelism() : workers) - 1;
    return others === 0 ? undefined : new PartThreads(kind, others);
  }

  /** How many there are beside the thread that started them. */
  get count(): number {
    return this.#threads.length;
  }

  /** Has the threads work on parts until none is left, and gives the data of the work of each. */
  run(task: RunTask, queue: PartQueue, merge: PartMerge, onBytes: (count: number) => void): Promise<unknown[]> {
    return Promise.all(this.#threads.map((thread) => drive(thread, task, queue, merge, onBytes)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}

function drive(
  thread: Worker,
  task: RunTask,
  queue: PartQueue,
  merge: PartMerge,
  onBytes: (count: number) => void,
): Promise<unknown> {
  const send = (message: ToThread) => thread.postMessage(message, []);
  return new Promise((resolve, reject) => {
    let hasEnded = false;
    const feed = () => {
      try {
        if (merge.hasFailed) queue.end();
        const next = queue.next();
        if (hasEnded) return;
        hasEnded = next === undefined;
        send(next === undefined ? { kind: 'end' } : { kind: 'part', ...next });
      } catch (error) {
        reject(error);
      }
    };
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'bytes') onBytes(message.count);
      else if (message.kind === 'result') resolve(message.data);
      else {
        if (message.kind === 'read') merge.add(message.at, message.input);
        else merge.fail(message.at, new Failure(message.exitCode, message.message));
        feed();
      }
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('A thread ended before its work was done.')));
    send({ kind: 'task', task });
    for (let begun = 0; begun < partsAtOnce; begun++) feed();
  });
}
