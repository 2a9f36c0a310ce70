import type { Change, ObjectStore } from '@auction-tiers/store';
import { breathe } from '../loop/breathe.ts';
import type { Follower } from './follower.ts';
import type { Mirror } from './mirror.ts';

/** The partition of the objects that belong to no member: users and keys are among them. */
const sharedPartition = 0;
const pageSize = 200;

/** A change of a user, or of a key of that user. */
export interface UserChange {
  readonly change: Change;
  readonly userId: number;
  /** The member that the user acts for; null: an administrator's, or no longer known. */
  readonly memberId: number | null;
}

interface Sources {
  readonly store: Pick<ObjectStore, 'changeLog'>;
  readonly mirror: Pick<Mirror, 'row' | 'rows'>;
  readonly follower: Pick<Follower, 'fresh' | 'positions'>;
}

/**
 * The changes of users and keys, as far back as the change log is kept, in memory: the log has them among all changes of
 * the installation, and an update or a removal alone does not say whose the object is. Read at the first question, and
 * from then on what is new.
 */
export class UserChanges {
  readonly #sources: Sources;
  /** The history of the database that was read: after a restore or a takeover, all is read again. */
  #history = '';
  #through = 0;
  #changes: readonly UserChange[] = [];
  #reading: Promise<void> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** All of them, newest first, with every change that was committed before the call. */
  async all(): Promise<readonly UserChange[]> {
    const { follower } = this.#sources;
    await follower.fresh(null);
    const { epoch, generation, revision } = follower.positions.of(sharedPartition);
    const history = `${epoch} ${generation}`;
    while (this.#history !== history || this.#through < revision) {
      this.#reading ??= this.#read(history, revision).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#changes;
  }

  /** The changes of one user and its keys, newest first. */
  async of(userId: number): Promise<readonly Change[]> {
    return (await this.all()).flatMap((one) => (one.userId === userId ? [one.change] : []));
  }

  /**
   * The names of all users, deleted and renamed ones too, as far back as the change log is kept. Others in the log, such
   * as the command line and the first start, are no users.
   */
  async usernames(): Promise<ReadonlySet<unknown>> {
    const images = (await this.all()).flatMap(({ change: { service, before, after } }) =>
      service === 'user' ? [before, after] : [],
    );
    const names = [...this.#sources.mirror.rows('user', null), ...images].map((image) => image?.['username']);
    return new Set(names);
  }

  async #read(history: string, head: number): Promise<void> {
    const isNext = history === this.#history;
    const known = isNext ? this.#changes : [];
    const { found, newest } = await this.#readAfter(isNext ? this.#through : 0);
    const users = new Map(known.map(({ userId, memberId }) => [userId, memberId]));
    for (const { service, id, before, after } of found) {
      const image = after ?? before;
      if (service === 'user' && image?.['member_id'] !== undefined) users.set(id, image['member_id'] as number | null);
    }
    const memberOf = (userId: number): number | null =>
      users.get(userId) ?? (this.#sources.mirror.row('user', null, userId)?.['member_id'] as number | null) ?? null;
    const added = found.map((change): UserChange => {
      const { service, id, before, after } = change;
      const userId = service === 'user' ? id : Number((after ?? before)?.['user_id']);
      return { change, userId, memberId: memberOf(userId) };
    });
    const oldest = await this.#oldest();
    this.#changes = [...added, ...known].filter(({ change }) => change.revision >= oldest);
    this.#through = Math.max(head, newest);
    this.#history = history;
  }

  /** The changes of users and keys after a revision, newest first, and the newest revision that was read. */
  async #readAfter(revision: number): Promise<{ readonly found: readonly Change[]; readonly newest: number }> {
    const found: Change[] = [];
    let newest = 0;
    for (let start = 0, last = Number.POSITIVE_INFINITY; ; start += pageSize) {
      const { changes, total } = await this.#sources.store.changeLog(null, start, pageSize);
      for (const change of changes) {
        // A change made meanwhile moves all others one place on, so that some come twice.
        if (change.revision >= last) continue;
        last = change.revision;
        newest = Math.max(newest, last);
        if (last <= revision) return { found, newest };
        if (change.service === 'user' || change.service === 'api-key') found.push(change);
      }
      if (start + pageSize >= total) return { found, newest };
      await breathe();
    }
  }

  /** The revision of the oldest change of the installation that is still kept. */
  async #oldest(): Promise<number> {
    const { total } = await this.#sources.store.changeLog(null, 0, 0);
    const { changes } = await this.#sources.store.changeLog(null, Math.max(0, total - 1), 1);
    return changes[0]?.revision ?? 0;
  }
}
