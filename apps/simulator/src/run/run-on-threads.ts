import type { Worker } from 'node:worker_threads';
import { Failure } from '../cli/failure.ts';
import type { LogSource } from '../log/file/source.ts';
import { cutLog } from './cut-log.ts';
import type { PartGathering } from './part-gathering.ts';
import { PartQueue } from './part-queue.ts';
import type { PartThreads } from './part-threads.ts';
import type { PartWorker } from './part-worker.ts';
import type { FromThread, ToThread } from './thread-message.ts';

/** Of what is left: parts become smaller towards the end, so that all threads end together. */
const partsLeftOfThread = 4;
/** Beginning a part costs nothing beside the most; the least is a few hundred auctions. */
const [leastPartBytes, mostPartBytes] = [262_144, 16_777_216];

/** One that it reads, and one that it need not wait for. */
const partsAtOnce = 2;

/** Takes what comes of the parts, in any order. */
export interface Gatherer extends Pick<PartGathering, 'add' | 'fail' | 'hasFailed' | 'throwFailure'> {
  /** What comes of all parts of one thread together. */
  merge(result: unknown): void;
}

export interface ThreadOrder {
  readonly sources: readonly LogSource[];
  /** What this thread does with its parts; whoever made it hears from it what is read. */
  readonly here: PartWorker;
  /** The others, which do the same. Whoever started them ends them. */
  readonly threads: PartThreads;
  /** Plain data that each of them begins with. */
  readonly task: unknown;
  /** Hears how many bytes of the files the other threads have read, now and then. */
  readonly onBytes: (count: number) => void;
}

/**
 * Cuts a log into parts and gives them to threads, whichever is free taking the next, and gathers what comes of
 * them: the same for any number of threads. This thread is one of them, so that it has something to do and what it holds
 * anyway is of use. Throws the `Failure` that reading the log in one go would end with.
 */
export async function runOnThreads(order: ThreadOrder, gathering: Gatherer): Promise<void> {
  const { sources, task } = order;
  const { workers } = order.threads;
  const readers = workers.length + 1;
  const partBytes = (leftBytes: number) =>
    Math.min(Math.max(leftBytes / (readers * partsLeftOfThread), leastPartBytes), mostPartBytes);
  const queue = new PartQueue(cutLog(sources, { partBytes, readers }));
  const next = () => (gathering.hasFailed ? queue.end() : queue.next());
  for (const one of workers) one.postMessage(task, []);
  try {
    const driven = workers.map((one) => drive(one, next, gathering, order.onBytes));
    const results = await Promise.all([work(order.here, next, gathering), ...driven]);
    gathering.throwFailure();
    for (const result of results) gathering.merge(result);
  } finally {
    await queue.end();
  }
}

/** Works on parts in this thread until there is nothing left, and gives its result. */
async function work(worker: PartWorker, next: () => Promise<ToThread>, gathering: Gatherer): Promise<unknown> {
  for (let message = await next(); message.kind === 'part'; message = await next()) {
    try {
      gathering.add(message.at, await worker.run(message.part));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      gathering.fail(message.at, error);
    }
  }
  return worker.result();
}

/** Feeds a thread until there is nothing left, and gives its result. */
function drive(
  thread: Worker,
  next: () => Promise<ToThread>,
  gathering: Gatherer,
  onBytes: (count: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let hasEnded = false;
    const feed = async () => {
      try {
        const message = await next();
        if (hasEnded) return;
        hasEnded = message.kind === 'end';
        thread.postMessage(message, []);
      } catch (error) {
        reject(error);
      }
    };
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'bytes') onBytes(message.count);
      else if (message.kind === 'result') resolve(message.result);
      else {
        if (message.kind === 'read') gathering.add(message.at, message.input);
        else gathering.fail(message.at, new Failure(message.exitCode, message.message));
        void feed();
      }
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('A thread ended before its work was done.')));
    for (let begun = 0; begun < partsAtOnce; begun++) void feed();
  });
}
