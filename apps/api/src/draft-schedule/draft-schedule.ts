import { epochMsOf, type StoredDraft, toServiceError } from '@auction-tiers/contract';
import type { ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from '../auth/clock.ts';
import { LeasedWork } from '../loop/leased-work.ts';
import type { Mirror } from '../mirror/mirror.ts';

/** How often each process looks for due drafts. */
const everyMs = 1000;
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
  readonly store: Pick<ObjectStore, 'heads' | 'tryLease'>;
  readonly mirror: Mirror;
  readonly clock: Clock;
  readonly log: Logger;
  /** Publishes a draft if it is still scheduled for this time. Rejects where it is to be tried again. */
  readonly publish: (due: DueDraft) => Promise<void>;
}

/**
 * Publishes scheduled drafts at their times. Each process looks every second at the drafts in its mirror, so that no
 * other list of them is kept; the process that gets the lease publishes the due ones. The lease only saves work: the
 * condition of the write makes sure that a draft is published once.
 */
export class DraftSchedule extends LeasedWork {
  readonly #parts: ScheduleParts;
  /** Why the last attempt to publish a due draft failed, by its name. */
  readonly #failures = new Map<string, string>();

  constructor(parts: ScheduleParts) {
    super(parts, 'drafts', everyMs);
    this.#parts = parts;
  }

  override async look(): Promise<void> {
    const due = this.#due();
    if (due.length === 0) {
      this.#failures.clear();
      return;
    }
    await this.whileLeased(
      () => this.#publishAll(due.values()),
      (error) => {
        for (const one of due) this.#tellOf(one, error);
      },
    );
  }

  /** The drafts whose time has come, the most overdue first. */
  #due(): DueDraft[] {
    const { mirror, clock } = this.#parts;
    const nowMs = clock.epochMs();
    return (mirror.allRows('draft') as readonly StoredDraft[])
      .flatMap(({ state, member_id: owner, id, publish_at: at }) =>
        state === 'scheduled' && at !== null && (epochMsOf(at) ?? 0) <= nowMs ? [{ owner, id, at }] : [],
      )
      .toSorted((a, b) => a.at.localeCompare(b.at));
  }

  async #publishAll(due: IterableIterator<DueDraft>): Promise<void> {
    const publishEach = async () => {
      for (const one of due) {
        if (this.isClosed) return;
        await this.#parts.publish(one).then(
          () => this.#failures.delete(nameOf(one)),
          (error: unknown) => this.#tellOf(one, error),
        );
      }
    };
    await Promise.all(Array.from({ length: mostAtOnce }, publishEach));
  }

  /** Warns of a failure of a draft once for each cause: it is tried every second. */
  #tellOf(due: DueDraft, error: unknown): void {
    const { kind, message } = toServiceError(error);
    // The message of a rate limit changes: it has the time that is left.
    const cause = kind === 'rate_exceeded' ? kind : message;
    if (this.isClosed) return;
    const level = this.#failures.get(nameOf(due)) === cause ? 'debug' : 'warn';
    this.#failures.set(nameOf(due), cause);
    const seen = kind === 'unknown' ? { error } : { reason: message };
    this.#parts.log[level]({ ...due, ...seen }, 'a due draft could not be published now; it is tried until it can be');
  }
}

const nameOf = ({ owner, id, at }: DueDraft): string => `${owner} ${id} ${at}`;
