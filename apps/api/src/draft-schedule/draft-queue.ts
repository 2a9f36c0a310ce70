import { once } from 'node:events';
import { epochMsOf } from '@auction-tiers/contract';
import { type Client, createWaitingClient } from '@auction-tiers/store';
// With the service: to load it at the first use held the event loop for 140 to 290 ms.
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';

const queueName = 'draft';
/** In braces: Redis Cluster keeps all keys of the queue on one server. */
const prefix = '{auction-tiers-drafts}';

/** A job is delayed by at most this, and then again: BullMQ cannot keep a time that is decades away. */
const longestDelayMs = 7 * 24 * 60 * 60 * 1000;
/** A process that gives no sign of life for this long has lost its job, which another one then takes. */
const lockMs = 2000;
const lookForLostMs = 1000;
/** How soon a job that could not be done is tried again, and how often: until it can be. */
const againMs = 500;
const mostAttempts = 1_000_000;

/** A draft and the time at which it is to be published. */
export interface DueDraft {
  readonly owner: number;
  readonly id: number;
  /** `2026-12-01 06:00:00`, UTC. */
  readonly at: string;
}

export interface DraftQueueParts {
  readonly redisUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Rejects unless Redis has the known database. */
  readonly confirm: () => Promise<unknown>;
  readonly work: (due: DueDraft) => Promise<void>;
  /** A job failed and is tried again. */
  readonly onFailure: (due: DueDraft, error: Error) => void;
}

/**
 * The jobs of scheduled drafts over one connection to Redis. BullMQ writes by itself while it is connected, so it is given
 * connections on which the database was confirmed, and none that was made again: behind it may be another database.
 */
export class DraftQueue {
  readonly #clients: readonly Client[];
  readonly #queue: Queue<DueDraft>;
  readonly #worker: Worker<DueDraft>;
  readonly #clock: Clock;
  readonly #end: AbortController;

  private constructor(
    { clock, log, work, onFailure }: DraftQueueParts,
    clients: readonly [Client, Client],
    end: AbortController,
  ) {
    this.#clock = clock;
    this.#clients = clients;
    this.#end = end;
    this.#queue = new Queue<DueDraft>(queueName, { connection: clients[0], prefix });
    const take = async (job: Job<DueDraft>, token?: string) => {
      const delayMs = this.#delayMs(job.data);
      if (delayMs === 0) return work(job.data);
      await job.moveToDelayed(Date.now() + delayMs, token);
      throw new DelayedError();
    };
    this.#worker = new Worker<DueDraft>(queueName, take, {
      connection: clients[1],
      prefix,
      concurrency: 4,
      lockDuration: lockMs,
      stalledInterval: lookForLostMs,
      maxStalledCount: mostAttempts,
    });
    const noteError = (error: unknown) => log.debug({ error }, 'the queue of scheduled drafts failed');
    this.#queue.on('error', noteError);
    this.#worker.on('error', noteError);
    // It has one more connection, which it waits on.
    this.#worker.on('ioredis:close', () => end.abort());
    this.#worker.on('failed', (job, error) => job !== undefined && onFailure(job.data, error));
    end.signal.addEventListener('abort', () => void this.close().catch(noteError));
  }

  /** Rejects where Redis cannot be reached or has another database: then nothing was written. */
  static async open(parts: DraftQueueParts): Promise<DraftQueue> {
    // Most attempts while Redis is away need no connection.
    await parts.confirm();
    const clients = [createWaitingClient(parts.redisUrl), createWaitingClient(parts.redisUrl)] as const;
    const end = new AbortController();
    try {
      for (const client of clients) {
        client.on('error', (error) => parts.log.debug({ error }, 'the connection of scheduled drafts failed'));
        client.on('close', () => end.abort());
      }
      await Promise.all(clients.map((client) => once(client, 'ready', { signal: end.signal })));
      // The server behind these connections may have come only after the first look.
      await parts.confirm();
      end.signal.throwIfAborted();
      return new DraftQueue(parts, clients, end);
    } catch (error) {
      for (const client of clients) client.disconnect();
      throw error;
    }
  }

  /** Aborted when a connection is lost: nothing is done any more then. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Makes sure that a draft has its job. */
  async add(due: DueDraft): Promise<void> {
    await this.#queue.add(queueName, due, {
      // The same for every process, so that a draft has one job for a time.
      jobId: `${due.owner}-${due.id}-${epochMsOf(due.at) ?? 0}`,
      delay: this.#delayMs(due),
      attempts: mostAttempts,
      backoff: { type: 'fixed', delay: againMs },
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  /** A job that goes on is done again by another process, or finds that it was done. */
  async close(): Promise<void> {
    this.#end.abort();
    // In this turn of the event loop: clients that have lost their connection would make it again.
    for (const client of this.#clients) client.disconnect();
    await this.#worker.close(true);
    await this.#queue.close();
  }

  #delayMs({ at }: DueDraft): number {
    return Math.min(longestDelayMs, Math.max(0, (epochMsOf(at) ?? 0) - this.#clock.epochMs()));
  }
}
