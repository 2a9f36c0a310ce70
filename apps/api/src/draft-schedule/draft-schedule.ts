import { epochMsOf, toServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';
import type { JobRun, Work } from '../loop/job.ts';
import type { Mirror } from '../mirror/mirror.ts';

/** Drafts that are published at the same time, so that a slow one keeps few waiting. */
const mostAtOnce = 4;

/** A draft and the time at which it is to be published. */
export interface DueDraft {
  readonly owner: number;
  readonly id: number;
  /** `2026-12-01 06:00:00`, UTC. */
  readonly at: string;
}

interface ScheduleParts {
  readonly mirror: Mirror;
  readonly clock: Clock;
  readonly log: Logger;
  /** Publishes a draft if it is still scheduled for this time. Rejects where it is to be tried again. */
  readonly publish: (due: DueDraft) => Promise<void>;
}

/**
 * Publishes scheduled drafts at their times. Each process looks at the drafts in its mirror, so that no other list of them
 * is kept. The job's lease only saves work: the condition of the write makes sure that a draft is published once.
 */
export class DraftSchedule implements Work {
  readonly #parts: ScheduleParts;
  /** Why the last attempt to publish a due draft failed, by its name. */
  readonly #failures = new Map<string, string>();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  isDue(): boolean {
    const isDue = this.#due().length > 0;
    if (!isDue) this.#failures.clear();
    return isDue;
  }

  async run(run: JobRun): Promise<void> {
    const due = this.#due().values();
    const publishEach = async () => {
      for (const one of due) {
        if (run.isOver) return;
        await this.#parts.publish(one).then(
          () => this.#failures.delete(nameOf(one)),
          (error: unknown) => {
            if (!run.isOver) this.#tellOf(one, error);
          },
        );
      }
    };
    await Promise.all(Array.from({ length: mostAtOnce }, publishEach));
  }

  failed(error: unknown): void {
    for (const one of this.#due()) this.#tellOf(one, error);
  }

  /** The drafts whose time has come, the most overdue first. */
  #due(): DueDraft[] {
    const { mirror, clock } = this.#parts;
    const nowMs = clock.epochMs();
    return mirror
      .allRows('draft')
      .flatMap(({ state, member_id: owner, id, publish_at: at }) =>
        state === 'scheduled' && at !== null && (epochMsOf(at) ?? 0) <= nowMs ? [{ owner, id, at }] : [],
      )
      .toSorted((a, b) => a.at.localeCompare(b.at));
  }

  /** Warns of a failure of a draft once for each cause: it is tried every second. */
  #tellOf(due: DueDraft, error: unknown): void {
    const { kind, message } = toServiceError(error);
    // The message of a rate limit changes: it has the time that is left.
    const cause = kind === 'rate_exceeded' ? kind : message;
    const level = this.#failures.get(nameOf(due)) === cause ? 'debug' : 'warn';
    this.#failures.set(nameOf(due), cause);
    const seen = kind === 'unknown' ? { error } : { reason: message };
    this.#parts.log[level]({ ...due, ...seen }, 'a due draft could not be published now; it is tried until it can be');
  }
}

const nameOf = ({ owner, id, at }: DueDraft): string => `${owner} ${id} ${at}`;
