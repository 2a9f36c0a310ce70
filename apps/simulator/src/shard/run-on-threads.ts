import { Worker } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import type { LogPart } from '../log/part.ts';
import type { PartGathering } from './part-gathering.ts';
import type { FromThread, ToThread } from './thread-message.ts';

/** One that it reads, and one that it need not wait for. */
const partsAtOnce = 2;

/**
 * What dies young in a thread dies within an auction. 16 MB for it took 260 MB for two threads and the main one, and the
 * usual size 330 MB, at the same speed (replay of 236 MB).
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** Takes what comes of the parts, in any order. */
export interface Gatherer extends Pick<PartGathering, 'add' | 'fail' | 'hasFailed' | 'throwFailure'> {
  /** What comes of all parts of one thread together. */
  merge(result: unknown): void;
}

export interface ThreadOrder {
  readonly parts: AsyncIterable<LogPart>;
  /** What the threads run: a file that serves parts (`serveParts`). */
  readonly thread: URL;
  /** Plain data that each thread begins with. */
  readonly task: unknown;
  readonly threadCount: number;
  /** Hears how many bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
}

/**
 * Gives the parts of a log to so many threads, whichever is free taking the next, and gathers what comes of them: the same
 * for any number of threads. Throws the `Failure` that reading the log in one go would end with.
 */
export async function runOnThreads(
  { parts, thread, task, threadCount, onBytes }: ThreadOrder,
  gathering: Gatherer,
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  let partCount = 0;
  let isOver = false;
  // Asked for one after the other, so that their places are those in the log.
  let asked: Promise<unknown> = Promise.resolve();
  const ask = async (before: Promise<unknown>): Promise<ToThread> => {
    await before;
    if (isOver || gathering.hasFailed) return { kind: 'end' };
    const { value, done } = await iterator.next();
    isOver = done === true;
    return value === undefined ? { kind: 'end' } : { kind: 'part', at: partCount++, part: value };
  };
  const next = (): Promise<ToThread> => {
    const answer = ask(asked);
    asked = answer;
    return answer;
  };
  const threads = Array.from({ length: threadCount }, () => new Worker(thread, { workerData: task, resourceLimits }));
  try {
    const results = await Promise.all(threads.map((one) => drive(one, next, gathering, onBytes)));
    gathering.throwFailure();
    for (const result of results) gathering.merge(result);
  } finally {
    await Promise.all(threads.map((one) => one.terminate()));
  }
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
