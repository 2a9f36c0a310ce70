import { epochMsOf, type Plain, type StoredDraft } from '@auction-tiers/contract';
import { type Client, createWaitingClient } from '@auction-tiers/store';
// With the service: to load it at the first use held the event loop for 140 to 290 ms.
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';
import type { Mirror } from '../mirror/mirror.ts';

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

interface ScheduleParts {
  readonly redisUrl: string;
  readonly mirror: Mirror;
  readonly clock: Clock;
  readonly log: Logger;
  /** Publishes a draft if it is still scheduled for this time. Rejects where it is to be tried again. */
  readonly publish: (due: DueDraft) => Promise<void>;
}

interface Opened {
  readonly clients: readonly Client[];
  readonly queue: Queue<DueDraft>;
  readonly worker: Worker<DueDraft>;
}

/**
 * Wakes a process at the time of each scheduled draft. The state of the drafts says what is to be published; a job of the
 * queue only wakes, so that it does not matter how often it does. Every process makes sure that each scheduled draft in its
 * memory has its job: when the draft appears there, at its start, and when Redis is back. So no process is needed for it.
 */
export class DraftSchedule {
  readonly #parts: ScheduleParts;
  #opened: Opened | undefined;
  #isClosed = false;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    parts.mirror.listen(({ after }) => this.#ensure(after), ['draft']);
  }

  /** Makes sure of the jobs of the drafts that the mirror has. */
  start(): void {
    for (const draft of this.#parts.mirror.allRows('draft')) this.#ensure(draft);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = this.#opened;
    if (opened === undefined) return;
    // A job that goes on is done again by another process, or finds that it was done.
    await opened.worker.close(true);
    await opened.queue.close();
    for (const client of opened.clients) client.disconnect();
  }

  #ensure(draft: Plain | null): void {
    const due = toDue(draft as StoredDraft | null);
    if (due === null || this.#isClosed) return;
    void this.#add(due).catch((error: unknown) => {
      if (!this.#isClosed) this.#parts.log.warn({ error, ...due }, 'the job of a scheduled draft could not be queued');
    });
  }

  async #add(due: DueDraft): Promise<void> {
    const { queue } = this.#open();
    const dueMs = epochMsOf(due.at) ?? 0;
    await queue.add(queueName, due, {
      // The same for every process, so that a draft has one job for a time.
      jobId: `${due.owner}-${due.id}-${dueMs}`,
      delay: this.#delayMs(dueMs),
      attempts: mostAttempts,
      backoff: { type: 'fixed', delay: againMs },
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  #delayMs(dueMs: number): number {
    return Math.min(longestDelayMs, Math.max(0, dueMs - this.#parts.clock.epochMs()));
  }

  /** Opened by the first scheduled draft: most services have none. */
  #open(): Opened {
    this.#opened ??= this.#connect();
    return this.#opened;
  }

  #connect(): Opened {
    const { redisUrl, log, publish } = this.#parts;
    const clients = [createWaitingClient(redisUrl), createWaitingClient(redisUrl)] as const;
    const tell = (error: Error) => log.debug({ error }, 'the queue of scheduled drafts failed');
    for (const client of clients) client.on('error', tell);
    const queue = new Queue<DueDraft>(queueName, { connection: clients[0], prefix });
    const work = async (job: Job<DueDraft>, token?: string) => {
      const delayMs = this.#delayMs(epochMsOf(job.data.at) ?? 0);
      if (delayMs === 0) return publish(job.data);
      await job.moveToDelayed(Date.now() + delayMs, token);
      throw new DelayedError();
    };
    const worker = new Worker<DueDraft>(queueName, work, {
      connection: clients[1],
      prefix,
      concurrency: 4,
      lockDuration: lockMs,
      stalledInterval: lookForLostMs,
      maxStalledCount: mostAttempts,
    });
    queue.on('error', tell);
    worker.on('error', tell);
    worker.on('failed', (job, error) => log.warn({ error, ...job?.data }, 'a scheduled draft is tried again'));
    // A Redis that is back may have lost the jobs.
    clients[0].on('ready', () => this.start());
    return { clients, queue, worker };
  }
}

/** When a draft is to be published, if it is. */
function toDue(draft: StoredDraft | null): DueDraft | null {
  if (draft?.state !== 'scheduled' || draft.publish_at === null) return null;
  return { owner: draft.member_id, id: draft.id, at: draft.publish_at };
}
