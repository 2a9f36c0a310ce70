import type { Change, LoadedObject, ObjectStore, Position } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { breathe } from '../loop/breathe.ts';
import { loadCaughtUp, pageSize } from './caught-up.ts';
import { requireKept } from './kept-change.ts';
import type { UnreadableNotice, UnreadableSource } from './unreadable.ts';
import { isKnownService, type Mirror } from './mirror.ts';
import { UnreadableParts, UnreadablePartition } from './unreadable-parts.ts';
import { AnnouncedChanges, StreamPositions, unloaded } from './stream-position.ts';

/** How often every partition is read without a change notification: a lost one delays a change by at most this. */
const pollMs = 1000;

/** `make` applies the change; undefined where the mirror cannot apply it. */
type PreparedChange = { readonly change: Change; readonly make: (() => void) | undefined };

/**
 * Keeps the mirror equal to the store: loads every partition, then follows its changes without a gap. A partition whose
 * history differs from the store's, because Redis has lost changes, is loaded again. While the store is held the mirror
 * stays as it is.
 */
export class Follower implements UnreadableSource {
  readonly #store: ObjectStore;
  readonly #mirror: Mirror;
  readonly #log: Logger;
  readonly positions: StreamPositions;
  /** The read of changes in progress, by partition. */
  readonly #pulls = new Map<number, Promise<void>>();
  /** Partitions whose objects are being compared with the mirror: no change of them may be applied meanwhile. */
  readonly #loading = new Set<number>();
  /** Partitions with an object that the mirror lacks: an update of it had only the attributes that changed. */
  readonly #isIncomplete = new Set<number>();
  readonly #announced = new AnnouncedChanges((partition, revision) => {
    if (this.positions.of(partition).revision < revision) void this.#pullQuietly(partition);
  });
  readonly #unreadableParts: UnreadableParts;
  #timer: NodeJS.Timeout | undefined;
  #stopNotifications: (() => Promise<void>) | undefined;
  /** When the mirror was last up to date, by `performance.now()`, because the clock may be set back. */
  #freshMs = performance.now() - Date.now();
  readonly #stop = new AbortController();
  /** Aborted when the service stops: a request that waits for changes must not keep it from stopping. */
  readonly stopping: AbortSignal = this.#stop.signal;

  constructor(store: ObjectStore, mirror: Mirror, log: Logger) {
    this.#store = store;
    this.#mirror = mirror;
    this.#log = log;
    this.#unreadableParts = new UnreadableParts(log);
    this.positions = new StreamPositions(store.partitions, mirror.revisions);
  }

  /** Whether no partition is in the mirror. */
  get isEmpty(): boolean {
    return this.positions.all().every(({ revision }) => revision === unloaded);
  }

  /**
   * Resolves when the whole mirror is loaded, except for unreadable partitions, which must not stop the others.
   * While the store is held, resolves at once: the mirror is loaded as soon as possible.
   */
  async start(): Promise<void> {
    this.#stopNotifications = await this.#store.onChangeNotification((partition, revision) =>
      this.#announced.add(partition, revision),
    );
    if (this.#store.history.held !== null) {
      void this.#poll();
      return;
    }
    for (const partition of this.positions.partitions()) {
      await this.#pull(partition).catch((error: unknown) => {
        if (!(error instanceof UnreadablePartition)) throw error;
      });
    }
    this.#freshMs = performance.now();
    this.#schedulePoll();
  }

  /** Ends every wait for changes. Requests in progress may still read and write. */
  endWaits(): void {
    this.#stop.abort();
  }

  async close(): Promise<void> {
    this.endWaits();
    clearTimeout(this.#timer);
    await this.#stopNotifications?.();
    await Promise.allSettled(this.#pulls.values());
  }

  unreadable(): readonly UnreadableNotice[] {
    return this.#unreadableParts.notices();
  }

  /** Milliseconds since the mirror was last known to be up to date. */
  ageMs(): number {
    return performance.now() - this.#freshMs;
  }

  /** Resolves when the mirror holds everything committed before this call; rejects when the store is away. */
  async fresh(owner: number | null): Promise<void> {
    const partition = this.positions.partitionOf(owner);
    const committed = await this.#store
      .head(partition)
      .catch((e: unknown) => this.#unreadableParts.refuse(partition, e));
    while (!this.#has(partition, committed)) await this.#pull(partition);
  }

  /** As `fresh`, for every partition. */
  async freshEverywhere(): Promise<void> {
    await Promise.all(this.positions.partitions().map((partition) => this.fresh(partition)));
  }

  /**
   * Applies a change that this process has just committed, so that its own auctions see it at once. Throws
   * `StoreUnavailable` of an unknown outcome where Redis goes away meanwhile, or is replaced by one that lacks the change.
   */
  async committed(change: Change): Promise<void> {
    const { revision, generation } = this.positions.of(change.partition);
    const isNext = change.revision === revision + 1 && generation === this.#store.history.generation;
    const isApplied = isNext && !this.#loading.has(change.partition);
    if (isApplied) this.#apply(change);
    if (!isApplied || this.#isIncomplete.has(change.partition)) await this.#pullCommitted(change.partition, change);
  }

  /** As `committed`, for a batch write of an owner; `last`: its last change. */
  async committedBatch(owner: number | null, last: Pick<Change, 'revision' | 'mark'>): Promise<void> {
    await this.#pullCommitted(this.positions.partitionOf(owner), last);
  }

  async #pullCommitted(partition: number, change: Pick<Change, 'revision' | 'mark'>): Promise<void> {
    const { generation } = this.#store.history;
    const isRead = await this.#pullQuietly(partition);
    if (this.stopping.aborted) return;
    if (isRead && generation === this.#store.history.generation) return;
    await requireKept(this.#store, partition, change);
  }

  /** A change may come both from the stream and from its own commit; it is applied once. */
  #apply(change: Change): void {
    if (change.revision > this.positions.of(change.partition).revision)
      this.#make(change.partition, [this.#prepare(change)]);
  }

  #prepare(change: Change): PreparedChange {
    const skip = () => this.#unreadableParts.noteUnknown(change.service);
    return { change, make: isKnownService(change.service) ? this.#mirror.prepare(change) : skip };
  }

  /** Applies changes that belong together, and skips those that were applied before. */
  #make(partition: number, changes: readonly PreparedChange[]): void {
    const position = this.positions.of(partition);
    const last = changes.at(-1)?.change;
    if (last === undefined || last.revision <= position.revision) return;
    for (const { change, make } of changes) {
      if (change.revision <= position.revision) continue;
      if (make === undefined) this.#isIncomplete.add(partition);
      else make();
    }
    this.positions.set(partition, { ...position, revision: last.revision, mark: last.mark });
  }

  /** Whether the mirror is at a position of the store or beyond it, in the same history. */
  #has(partition: number, position: Position): boolean {
    const { epoch, revision, mark, generation } = this.positions.of(partition);
    if (this.#isIncomplete.has(partition)) return false;
    if (generation !== this.#store.history.generation || epoch !== position.epoch) return false;
    return revision > position.revision || (revision === position.revision && mark === position.mark);
  }

  /** One read at a time per partition: callers meanwhile wait for it, then check again. */
  #pull(partition: number): Promise<void> {
    const running = this.#pulls.get(partition);
    if (running !== undefined) return running;
    const pull = this.#pullAll(partition)
      .catch((error: unknown) => this.#unreadableParts.refuse(partition, error))
      .then(() => this.#unreadableParts.follows(partition))
      .finally(() => this.#pulls.delete(partition));
    this.#pulls.set(partition, pull);
    return pull;
  }

  async #pullAll(partition: number): Promise<void> {
    const isUnknown = this.positions.of(partition).revision === unloaded;
    if (isUnknown || this.#isIncomplete.has(partition)) await this.#load(partition);
    // A batch write is applied only once all of its changes are here: no auction may see a part of it.
    let batch: PreparedChange[] = [];
    for (;;) {
      const { generation } = this.#store.history;
      const from: Position = { ...this.positions.of(partition), ...batch.at(-1)?.change };
      const { changes, gap } = await this.#store.changesAfter(partition, from, pageSize);
      if (gap !== null) {
        batch = [];
        await this.#loadAgain(partition, gap);
        continue;
      }
      // Commits of this process may have moved the mirror meanwhile, but within the history that was just confirmed.
      this.positions.set(partition, { ...this.positions.of(partition), generation });
      for (const change of changes) {
        batch.push(this.#prepare(change));
        if (change.revision < change.through) continue;
        // A short batch does not wait behind long work of others: reads wait for it.
        if (batch.length > pageSize) await breathe();
        this.#make(partition, batch);
        batch = [];
      }
      if (this.#isIncomplete.has(partition)) {
        batch = [];
        await this.#load(partition);
        continue;
      }
      if (changes.length < pageSize) return;
    }
  }

  async #loadAgain(partition: number, gap: 'trimmed' | 'replaced'): Promise<void> {
    const from = this.#mirror.revisions[partition];
    await this.#load(partition);
    const to = this.#mirror.revisions[partition];
    if (gap === 'trimmed')
      this.#log.warn({ partition, from, to }, 'changes were trimmed before they were read; loaded again');
    else
      this.#log.error({ partition, from, to }, 'Redis has lost changes or was replaced; loaded again what it has now');
    // A reader of changes that waits for the next one must learn that the history is another one.
    this.positions.endWaits(partition);
  }

  async #load(partition: number): Promise<void> {
    const { generation } = this.#store.history;
    const keep = (object: LoadedObject) => this.#mirror.orKnown(object);
    const { objects, ...position } = await loadCaughtUp(this.#store, partition, keep, this.#unreadableParts);
    this.#loading.add(partition);
    try {
      await this.#mirror.load(partition, (owner) => this.positions.partitionOf(owner) === partition, objects);
    } finally {
      this.#loading.delete(partition);
    }
    this.#isIncomplete.delete(partition);
    this.positions.set(partition, { ...position, generation });
  }

  async #pullQuietly(partition: number): Promise<boolean> {
    if (this.stopping.aborted) return false;
    try {
      // A read in progress may have begun before the announced change: wait for it, then read again.
      await this.#pulls.get(partition);
      await this.#pull(partition);
      return true;
    } catch (error) {
      this.#log.debug({ partition, error }, 'could not follow changes; trying again');
      // One damaged partition, which is named, must not make the service unready for all others.
      return error instanceof UnreadablePartition;
    }
  }

  #schedulePoll(): void {
    if (this.stopping.aborted) return;
    this.#timer = setTimeout(() => void this.#poll(), pollMs);
  }

  async #poll(): Promise<void> {
    const askedMs = performance.now();
    if (await this.#catchUp()) this.#freshMs = askedMs;
    this.#schedulePoll();
  }

  /** Reads missed changes, and returns whether the mirror is up to date then. */
  async #catchUp(): Promise<boolean> {
    const all = this.positions.partitions();
    try {
      const heads = await this.#store.heads();
      const behind = all.filter((partition) => !this.#has(partition, heads[partition]!));
      return (await Promise.all(behind.map((partition) => this.#pullQuietly(partition)))).every(Boolean);
    } catch (error) {
      this.#log.debug({ error }, 'could not ask for the heads of all partitions; trying each');
      if (this.#store.history.held !== null) return false;
      return (await Promise.all(all.map((partition) => this.#pullQuietly(partition)))).every(Boolean);
    }
  }
}
