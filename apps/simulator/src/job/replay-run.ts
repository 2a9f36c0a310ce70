import { Queue, QueueEvents } from 'bullmq';
import { exitCode, messageOf } from '../cli/failure.ts';
import type { ReplayTask } from '../run/task.ts';
import type { JobRedis } from './job-redis.ts';
import { keyPrefix } from './job-redis.ts';
import type { ReplayJob, ReplayProgress, PartResult } from './replay-job.ts';
import { replayQueue, resultsKey, taskKey } from './replay-job.ts';

export interface RunListener {
  /** Receives how many more bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
  /** Receives lines for the user that waits. */
  readonly onNotice: (line: string) => void;
}

/** A waiting process renews the keys of its run; the keys of a process that died are deleted after this. */
const livesSeconds = 120;
/** Looks for results without an event: events may be lost with a connection. */
const lookMs = 5000;
const lookedAtJobs = 20;
const attempts = 3;
const retryMs = 1000;

/** The jobs of one replay: puts them into the queue, and takes their results out of Redis. */
export class ReplayRun {
  readonly id: string;
  readonly #redis: JobRedis;
  readonly #listener: RunListener;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  /** Places of the parts whose result has not been taken. */
  readonly #missing = new Set<number>();
  /** How many parts there are. */
  #submitted = 0;
  /** Why a job has failed for good, by place. */
  readonly #givenUp = new Map<number, string>();
  #lowestFailure = Infinity;
  #hasBegun = false;
  #lastProblem = '';
  #wake: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: JobRedis, id: string, listener: RunListener) {
    this.id = id;
    this.#redis = redis;
    this.#listener = listener;
    this.#queue = new Queue(replayQueue, { connection: redis.connect(), prefix: keyPrefix });
    this.#events = new QueueEvents(replayQueue, { connection: redis.connect(), prefix: keyPrefix });
    const onError = (error: Error) => this.#notice(error.message);
    this.#queue.on('error', onError);
    this.#events.on('error', onError);
  }

  /** Stores the task of all jobs, and listens for what becomes of them. */
  async begin(task: ReplayTask): Promise<void> {
    await this.#redis.client.set(taskKey(this.id), JSON.stringify(task), 'EX', livesSeconds);
    this.#events.on('active', ({ jobId }) => {
      if (this.#placeOf(jobId) !== undefined) this.#hasBegun = true;
    });
    this.#events.on('progress', ({ jobId, data }) => {
      if (this.#placeOf(jobId) !== undefined) this.#listener.onBytes((data as ReplayProgress).bytes);
    });
    this.#events.on('completed', ({ jobId }) => {
      if (this.#placeOf(jobId) !== undefined) this.#wake();
    });
    this.#events.on('failed', ({ jobId, failedReason }) => {
      const at = this.#placeOf(jobId);
      if (at !== undefined) this.#giveUp(at, failedReason);
    });
    await this.#events.waitUntilReady();
    this.#timer = setInterval(() => void this.#look(), lookMs);
  }

  async submit(job: ReplayJob): Promise<void> {
    this.#missing.add(job.at);
    this.#submitted = Math.max(this.#submitted, job.at + 1);
    await this.#queue.add('part', job, {
      jobId: this.#jobId(job.at),
      attempts,
      backoff: { type: 'fixed', delay: retryMs },
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  /** The results of the parts, as they come. Once a part has failed, only those before it in the log are waited for. */
  async *results(signal: AbortSignal): AsyncIterable<[number, PartResult]> {
    signal.addEventListener('abort', () => this.#wake());
    while (!signal.aborted && this.#wanted().length > 0) {
      // Set up before looking, so that an event during the look is not lost.
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      let hasTaken = false;
      for (const at of await this.#ready()) {
        const result = await this.#take(at);
        if (result === undefined) continue;
        hasTaken = true;
        this.#missing.delete(at);
        if (!result.ok) this.#lowestFailure = Math.min(this.#lowestFailure, at);
        yield [at, result];
      }
      if (!hasTaken) await woken;
    }
  }

  /** Leaves nothing of the run in Redis. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    // The task first: a worker that takes one of these jobs now finds nothing to do.
    await this.#try(() => this.#redis.client.del(taskKey(this.id)));
    // Also the jobs whose result was taken: BullMQ queues a job again whose worker seemed lost for a while.
    for (let at = 0; at < this.#submitted; at++) await this.#try(() => this.#queue.remove(this.#jobId(at)));
    await this.#try(() => this.#redis.client.del(resultsKey(this.id)));
    await Promise.all([this.#events.close(), this.#queue.close()]);
  }

  #wanted(): number[] {
    return [...this.#missing].filter((at) => at < this.#lowestFailure);
  }

  /** Places of parts whose result is in Redis, or whose job has failed for good. */
  async #ready(): Promise<number[]> {
    const places = await this.#try(() => this.#redis.client.hkeys(resultsKey(this.id)));
    const done = new Set((places ?? []).map(Number));
    return this.#wanted().filter((at) => done.has(at) || this.#givenUp.has(at));
  }

  async #take(at: number): Promise<PartResult | undefined> {
    const key = resultsKey(this.id);
    const text = await this.#try(() => this.#redis.client.hget(key, String(at)));
    if (typeof text === 'string') {
      await this.#try(() => this.#redis.client.hdel(key, String(at)));
      return JSON.parse(text) as PartResult;
    }
    const reason = this.#givenUp.get(at);
    if (text === undefined || reason === undefined) return undefined;
    const message = `Part ${at + 1} of the log could not be replayed: ${reason}.`;
    return { ok: false, exitCode: exitCode.found, message };
  }

  /** Renews the keys of the run, and finds results whose event was lost. */
  async #look(): Promise<void> {
    if (!this.#hasBegun) {
      this.#notice(`No worker has taken a job yet: start "simulate worker" for the Redis at ${this.#redis.address}.`);
    }
    await this.#try(() => this.#redis.client.expire(taskKey(this.id), livesSeconds));
    for (const at of this.#wanted().slice(0, lookedAtJobs)) {
      const state = await this.#try(() => this.#queue.getJobState(this.#jobId(at)));
      if (state === 'unknown') this.#giveUp(at, 'its job is gone from the queue');
    }
    this.#wake();
  }

  #giveUp(at: number, reason: string): void {
    this.#givenUp.set(at, reason.replace(/\.$/, ''));
    this.#wake();
  }

  /** undefined: Redis did not answer; the next look asks it again. */
  async #try<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.#notice(messageOf(error));
      return undefined;
    }
  }

  /** Gives a line to the listener, but not the same one twice in a row. */
  #notice(line: string): void {
    if (line !== this.#lastProblem) this.#listener.onNotice(line);
    this.#lastProblem = line;
  }

  #jobId(at: number): string {
    return `${this.id}-${at}`;
  }

  #placeOf(jobId: string): number | undefined {
    return jobId.startsWith(`${this.id}-`) ? Number(jobId.slice(this.id.length + 1)) : undefined;
  }
}
