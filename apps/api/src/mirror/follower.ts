import { storedResources } from '@auction-tiers/contract';
import type { Change, ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { inSlices } from '../slice/slice.ts';
import type { KeptOutNotice, KeptOutSource } from './kept-out.ts';
import { isKnownService, type Mirror, type ObjectList } from './mirror.ts';
import { NotFollowed, UnreadablePartition } from './not-followed.ts';
import { formatRevision, RevisionWaiters } from './revision.ts';

/** Changes fetched at once. */
const pageSize = 100;
/** How often every partition is asked without a change notification: a lost one delays a change by at most this. */
const pollMs = 1000;
/** Delay before a change notification triggers a read. Most are echoes of this process's own writes, which are applied by then. */
const notificationDelayMs = 5;

/** A place in the history of a partition, by which its snapshot is told from others. */
export interface Position {
  readonly revision: number;
}

/** Keeps the mirror equal to the store: loads every partition, then follows its changes without a gap. */
export class Follower implements KeptOutSource {
  readonly #store: ObjectStore;
  readonly #mirror: Mirror;
  readonly #log: Logger;
  readonly #revisions: number[];
  /** The read of changes in progress, by partition. */
  readonly #pulls = new Map<number, Promise<void>>();
  /** Partitions whose objects are being compared with the mirror: no change of them may be applied meanwhile. */
  readonly #loading = new Set<number>();
  /** Partitions of which an object is known to be missing: a change of it had only the attributes that changed. */
  readonly #isIncomplete = new Set<number>();
  readonly #waiters = new RevisionWaiters();
  /** Partitions that are as a snapshot on disk had them: the store has not answered yet. */
  readonly #restored = new Set<number>();
  /** Partitions with changes to read, and the revision up to which they were announced. */
  readonly #notified = new Map<number, number>();
  readonly #notFollowed: NotFollowed;
  #timer: NodeJS.Timeout | undefined;
  #stopNotifications: (() => Promise<void>) | undefined;
  #freshMs = 0;
  readonly #stop = new AbortController();
  /** Aborted when the service stops: a request that waits for changes must not keep it from stopping. */
  readonly stopping: AbortSignal = this.#stop.signal;

  constructor(store: ObjectStore, mirror: Mirror, log: Logger) {
    this.#store = store;
    this.#mirror = mirror;
    this.#log = log;
    this.#notFollowed = new NotFollowed(log);
    this.#revisions = Array.from({ length: store.partitions }, () => -1);
    for (const [partition, revision] of this.#revisions.entries()) {
      mirror.revisions[partition] = formatRevision(partition, revision);
    }
  }

  /** Takes over a snapshot from disk, before `start`: the store is away. It is loaded anew once the store answers. */
  restore(
    savedMs: number,
    partitions: readonly { readonly position: Position; readonly objects: readonly ObjectList[] }[],
  ): void {
    for (const [partition, { position, objects }] of partitions.entries()) {
      this.#mirror.restore(objects);
      this.#restored.add(partition);
      this.#setRevision(partition, position.revision);
    }
    this.#freshMs = savedMs;
  }

  /** Whether the mirror holds what the store has answered, in whole. */
  get isLoaded(): boolean {
    return this.#restored.size === 0 && !this.#revisions.includes(-1);
  }

  /**
   * Resolves when the whole mirror is loaded, but for partitions that cannot be read: they must not stop the others. After
   * `restore`, at once.
   */
  async start(): Promise<void> {
    this.#stopNotifications = await this.#store.onChangeNotification((partition, revision) =>
      this.#onNotification(partition, revision),
    );
    if (this.#restored.size > 0) {
      void this.#poll();
      return;
    }
    for (const partition of this.#revisions.keys()) {
      await this.#pull(partition).catch((error: unknown) => {
        if (!(error instanceof UnreadablePartition)) throw error;
      });
    }
    this.#freshMs = Date.now();
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

  /** The partition of an owner; shared objects live in partition 0. */
  partitionOf(owner: number | null): number {
    return owner === null ? 0 : owner % this.#store.partitions;
  }

  /** The mirror's revision of a partition, as answers carry it. */
  revisionOf(owner: number | null): string {
    return this.#mirror.revisionOf(owner);
  }

  revisions(): string[] {
    return [...this.#mirror.revisions];
  }

  /** Where the mirror is in the history of a partition. */
  position(partition: number): Position {
    return { revision: this.#revisions[partition] ?? 0 };
  }

  positions(): Position[] {
    return [...this.#revisions.keys()].map((partition) => this.position(partition));
  }

  /** Whether a partition was loaded; one that cannot be read was not. */
  hasLoaded(owner: number | null): boolean {
    return (this.#revisions[this.partitionOf(owner)] ?? -1) >= 0;
  }

  keptOut(): readonly KeptOutNotice[] {
    return this.#notFollowed.notices();
  }

  /** Milliseconds since the mirror was last known to be up to date. */
  ageMs(nowMs: number): number {
    return Math.max(0, nowMs - this.#freshMs);
  }

  /** Resolves when the mirror holds everything committed before this call; rejects when the store is away. */
  async fresh(owner: number | null): Promise<void> {
    const partition = this.partitionOf(owner);
    const committed = await this.#notFollowed.readable(partition, () => this.#store.revision(partition));
    const isBehind = () =>
      this.#restored.has(partition) ||
      this.#isIncomplete.has(partition) ||
      (this.#revisions[partition] ?? 0) < committed;
    while (isBehind()) await this.#pull(partition);
  }

  /** As `fresh`, for every partition. */
  async freshEverywhere(): Promise<void> {
    await Promise.all([...this.#revisions.keys()].map((partition) => this.fresh(partition)));
  }

  /** Resolves when the mirror has reached a revision of a partition, or the signal is aborted. */
  async reached(partition: number, revision: number, signal: AbortSignal): Promise<void> {
    if ((this.#revisions[partition] ?? 0) < revision) await this.#waiters.wait(partition, revision, signal);
  }

  /** Applies a change that this process has just committed, so that its own auctions see it at once. */
  async committed(change: Change): Promise<void> {
    const isNext = change.revision === (this.#revisions[change.partition] ?? 0) + 1;
    if (isNext && !this.#loading.has(change.partition)) this.#apply(change);
    if ((this.#revisions[change.partition] ?? 0) < change.revision || this.#isIncomplete.has(change.partition)) {
      await this.#pullQuietly(change.partition);
    }
  }

  /** The same for a batch write of an owner. */
  async committedBatch(owner: number | null): Promise<void> {
    await this.#pullQuietly(this.partitionOf(owner));
  }

  /** A change may come both from the stream and from its own commit; it is applied once. */
  #apply(change: Change): void {
    if (change.revision > (this.#revisions[change.partition] ?? 0)) this.#make(change, this.#prepare(change));
  }

  /** The function that makes a change; undefined where the mirror cannot make it. */
  #prepare(change: Change): (() => void) | undefined {
    if (isKnownService(change.service)) return this.#mirror.prepare(change);
    return () => this.#notFollowed.noteUnknown(change.service);
  }

  #make({ partition, revision }: Change, make: (() => void) | undefined): void {
    if (revision <= (this.#revisions[partition] ?? 0)) return;
    if (make === undefined) this.#isIncomplete.add(partition);
    else make();
    this.#setRevision(partition, revision);
  }

  /** One read at a time per partition: callers meanwhile wait for it, then check again. */
  #pull(partition: number): Promise<void> {
    const running = this.#pulls.get(partition);
    if (running !== undefined) return running;
    const pull = this.#notFollowed
      .readable(partition, () => this.#pullAll(partition))
      .then(() => this.#notFollowed.follows(partition))
      .finally(() => this.#pulls.delete(partition));
    this.#pulls.set(partition, pull);
    return pull;
  }

  async #pullAll(partition: number): Promise<void> {
    const isUnknown = this.#revisions[partition] === -1 || this.#restored.has(partition);
    if (isUnknown || this.#isIncomplete.has(partition)) await this.#load(partition);
    // A batch write is applied only once all of its changes are here: no auction may see a part of it.
    let batch: { readonly change: Change; readonly make: (() => void) | undefined }[] = [];
    for (;;) {
      const from = batch.at(-1)?.change.revision ?? this.#revisions[partition] ?? 0;
      const { changes, gap } = await this.#store.changesAfter(partition, from, pageSize);
      if (gap) {
        this.#log.warn({ partition, from }, 'changes from there on are no longer kept; loading the whole partition');
        batch = [];
        await this.#load(partition);
        continue;
      }
      for (const change of changes) {
        batch.push({ change, make: this.#prepare(change) });
        if (change.revision < change.through) continue;
        for (const one of batch) this.#make(one.change, one.make);
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

  async #load(partition: number): Promise<void> {
    const { revision, objects } = await this.#store.load(partition, storedResources);
    this.#loading.add(partition);
    try {
      const isOfPartition = (owner: number | null) => this.partitionOf(owner) === partition;
      await inSlices(this.#mirror.load(partition, isOfPartition, objects));
    } finally {
      this.#loading.delete(partition);
    }
    this.#restored.delete(partition);
    this.#isIncomplete.delete(partition);
    this.#setRevision(partition, revision);
  }

  #setRevision(partition: number, revision: number): void {
    this.#revisions[partition] = revision;
    this.#mirror.revisions[partition] = formatRevision(partition, revision);
    this.#waiters.reach(partition, revision);
  }

  /** Notifications that arrive within the delay cause one read. */
  #onNotification(partition: number, revision = Number.POSITIVE_INFINITY): void {
    const isAwaited = this.#notified.has(partition);
    this.#notified.set(partition, Math.max(revision, this.#notified.get(partition) ?? 0));
    if (!isAwaited) setTimeout(() => this.#pullNotified(partition), notificationDelayMs).unref();
  }

  #pullNotified(partition: number): void {
    const revision = this.#notified.get(partition) ?? 0;
    this.#notified.delete(partition);
    if ((this.#revisions[partition] ?? 0) < revision) void this.#pullQuietly(partition);
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
    const askedMs = Date.now();
    const reached = await Promise.all([...this.#revisions.keys()].map((partition) => this.#pullQuietly(partition)));
    if (reached.every(Boolean)) this.#freshMs = askedMs;
    this.#schedulePoll();
  }
}
