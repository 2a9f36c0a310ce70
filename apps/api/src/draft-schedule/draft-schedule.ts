import { setTimeout } from 'node:timers/promises';
import { type Plain, type StoredDraft, toServiceError } from '@auction-tiers/contract';
import type { ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { DraftQueue, type DueDraft } from './draft-queue.ts';

/** How often it is checked whether the store is held, and whether the queue can be opened again. */
const checkMs = 500;

interface ScheduleParts {
  readonly redisUrl: string;
  readonly store: Pick<ObjectStore, 'heads' | 'history'>;
  readonly mirror: Mirror;
  readonly clock: Clock;
  readonly log: Logger;
  /** Publishes a draft if it is still scheduled for this time. Rejects where it is to be tried again. */
  readonly publish: (due: DueDraft) => Promise<void>;
}

/**
 * Wakes a process at the time of each scheduled draft. The state of the drafts says what is to be published; a job of the
 * queue only wakes, so that it does not matter how often it does. Every process makes sure that each scheduled draft in its
 * memory has its job: when the draft appears there, at its start, and when Redis is back. So no process is needed for it.
 *
 * While the store is held the queue is closed, because whatever is in Redis then must not be written to.
 */
export class DraftSchedule {
  readonly #parts: ScheduleParts;
  readonly #stop = new AbortController();
  #queue: DraftQueue | undefined;
  #running: Promise<void> | undefined;
  /** Whether a job could not be queued, as where Redis is full. */
  #isIncomplete = false;
  /** Why a draft could not be queued or published when it was last tried, by its name. */
  readonly #failures = new Map<string, string>();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    parts.mirror.listen(({ after }) => this.#ensure(after), ['draft']);
  }

  /** Makes sure of the jobs of the drafts that the mirror has. */
  start(): void {
    this.#isIncomplete = false;
    for (const draft of this.#parts.mirror.allRows('draft')) this.#ensure(draft);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** The queue is opened for the first scheduled draft: most services have none. */
  #ensure(draft: Plain | null): void {
    const due = toDue(draft as StoredDraft | null);
    if (due === null || this.#stop.signal.aborted) return;
    if (this.#queue === undefined) this.#running ??= this.#run();
    else void this.#add(this.#queue, due);
  }

  async #add(queue: DraftQueue, due: DueDraft): Promise<void> {
    try {
      await queue.add(due);
    } catch (error) {
      if (queue.ended.aborted) return;
      this.#isIncomplete = true;
      this.#tell(due, error, 'the job of a scheduled draft could not be queued; it is tried until it can be');
    }
  }

  /** Opens the queue whenever the store has its database, and closes it when it has not. */
  async #run(): Promise<void> {
    const { store } = this.#parts;
    while (!this.#stop.signal.aborted) {
      if (this.#queue?.ended.aborted === true || store.history.held !== null) this.#dropQueue();
      else if (this.#queue === undefined) await this.#openQueue();
      else if (this.#isIncomplete) this.start();
      await setTimeout(checkMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    await this.#closeQueue();
  }

  async #openQueue(): Promise<void> {
    const { redisUrl, store, clock, log, publish } = this.#parts;
    const work = async (due: DueDraft) => {
      await publish(due);
      this.#failures.delete(nameOf(due));
    };
    const onFailure = (due: DueDraft, error: Error) =>
      this.#tell(due, error, 'a due draft could not be published now; it is tried until it can be');
    try {
      this.#queue = await DraftQueue.open({ redisUrl, clock, log, confirm: () => store.heads(), work, onFailure });
      // Whatever has become scheduled meanwhile; and a Redis that is back may have lost the jobs.
      this.start();
    } catch (error) {
      log.debug({ error }, 'the queue of scheduled drafts could not be opened; trying again');
    }
  }

  /** Not waited for: with a server that does not answer, BullMQ takes half a minute to close. */
  #dropQueue(): void {
    this.#closeQueue().catch((error: unknown) =>
      this.#parts.log.debug({ error }, 'the queue of drafts was not closed'),
    );
  }

  async #closeQueue(): Promise<void> {
    const queue = this.#queue;
    this.#queue = undefined;
    await queue?.close();
  }

  /** Logs a failure of a draft once for each cause: it is tried every half second. */
  #tell(due: DueDraft, error: unknown, what: string): void {
    const { kind, message } = toServiceError(error);
    // How long a limit still lasts is in its message.
    const cause = kind === 'rate_exceeded' ? kind : message;
    if (this.#stop.signal.aborted || this.#failures.get(nameOf(due)) === cause) return;
    this.#failures.set(nameOf(due), cause);
    const seen = kind === 'unknown' ? { error } : { reason: message };
    this.#parts.log.warn({ ...due, ...seen }, what);
  }
}

const nameOf = ({ owner, id, at }: DueDraft): string => `${owner} ${id} ${at}`;

/** When a draft is to be published, if it is. */
function toDue(draft: StoredDraft | null): DueDraft | null {
  if (draft?.state !== 'scheduled' || draft.publish_at === null) return null;
  return { owner: draft.member_id, id: draft.id, at: draft.publish_at };
}
