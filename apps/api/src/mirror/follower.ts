import { storedResources } from '@auction-tiers/contract';
import type { Change, ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Mirror } from './mirror.ts';

/** Changes fetched at once. */
const pageSize = 500;
/** How often every partition is asked even when no hint came: a lost hint costs at most this. */
const pollMs = 1000;
/** A hint is heeded this much later: most are of what this process wrote itself and has taken in by then. */
const hintMs = 5;

interface Waiter {
  readonly partition: number;
  readonly revision: number;
  readonly done: () => void;
}

/** Keeps the mirror equal to the store: loads every partition, then follows its changes without a gap. */
export class Follower {
  readonly #store: ObjectStore;
  readonly #mirror: Mirror;
  readonly #log: Logger;
  readonly #revisions: number[];
  /** The pull under way a partition, and whether another was asked for meanwhile. */
  readonly #pulls = new Map<number, Promise<void>>();
  readonly #waiters = new Set<Waiter>();
  /** Partitions of which there are changes to take in, and up to which revision. */
  readonly #hinted = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #stopHints: (() => Promise<void>) | undefined;
  #freshMs = 0;
  readonly #stop = new AbortController();
  /** Aborted when the service stops: whoever waits for changes must not keep it from stopping. */
  readonly stopping: AbortSignal = this.#stop.signal;

  constructor(store: ObjectStore, mirror: Mirror, log: Logger) {
    this.#store = store;
    this.#mirror = mirror;
    this.#log = log;
    this.#revisions = Array.from({ length: store.partitions }, () => -1);
  }

  /** Resolves when the whole mirror is loaded. */
  async start(): Promise<void> {
    this.#stopHints = await this.#store.onChangeNotification((partition, revision) => this.#heed(partition, revision));
    for (const partition of this.#revisions.keys()) await this.#pull(partition);
    this.#freshMs = Date.now();
    this.#schedulePoll();
  }

  /** Ends every wait for changes. What is under way may still read and write. */
  endWaits(): void {
    this.#stop.abort();
  }

  async close(): Promise<void> {
    this.endWaits();
    clearTimeout(this.#timer);
    await this.#stopHints?.();
    await Promise.allSettled(this.#pulls.values());
  }

  /** The partition of an owner; shared objects live in partition 0. */
  partitionOf(owner: number | null): number {
    return owner === null ? 0 : owner % this.#store.partitions;
  }

  /** The mirror's revision of a partition, as answers carry it. */
  revisionOf(owner: number | null): string {
    const partition = this.partitionOf(owner);
    return formatRevision(partition, this.#revisions[partition] ?? 0);
  }

  revisions(): string[] {
    return this.#revisions.map((revision, partition) => formatRevision(partition, revision));
  }

  /** Milliseconds since the mirror was last known to be up to date. */
  ageMs(nowMs: number): number {
    return Math.max(0, nowMs - this.#freshMs);
  }

  /** Resolves when the mirror holds everything committed before this call; rejects when the store is away. */
  async fresh(owner: number | null): Promise<void> {
    const partition = this.partitionOf(owner);
    const committed = await this.#store.revision(partition);
    while ((this.#revisions[partition] ?? 0) < committed) await this.#pull(partition);
  }

  /** As `fresh`, for every partition. */
  async freshEverywhere(): Promise<void> {
    await Promise.all([...this.#revisions.keys()].map((partition) => this.fresh(partition)));
  }

  /** Resolves when the mirror has reached a revision of a partition, or the signal is aborted. */
  reached(partition: number, revision: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || (this.#revisions[partition] ?? 0) >= revision) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const waiter: Waiter = { partition, revision, done };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', done);
    });
  }

  /** Takes in a change that this process has just committed, so that its own auctions see it at once. */
  async committed(change: Change): Promise<void> {
    if (change.revision === (this.#revisions[change.partition] ?? 0) + 1) this.#apply(change);
    else await this.#pullQuietly(change.partition);
  }

  /** Takes in a step that this process has just committed. */
  async committedStep(owner: number | null): Promise<void> {
    await this.#pullQuietly(this.partitionOf(owner));
  }

  /** A change may come both from the stream and from its own commit; it counts once. */
  #apply(change: Change): void {
    if (change.revision <= (this.#revisions[change.partition] ?? 0)) return;
    this.#mirror.apply(change);
    this.#setRevision(change.partition, change.revision);
  }

  /** One pull at a time a partition: whoever asks meanwhile waits for it, then looks again. */
  #pull(partition: number): Promise<void> {
    const running = this.#pulls.get(partition);
    if (running !== undefined) return running;
    const pull = this.#pullAll(partition).finally(() => this.#pulls.delete(partition));
    this.#pulls.set(partition, pull);
    return pull;
  }

  async #pullAll(partition: number): Promise<void> {
    if (this.#revisions[partition] === -1) await this.#load(partition);
    // Of a step of several changes nothing is taken in before all of them are here: no auction may see half of it.
    let step: Change[] = [];
    for (;;) {
      const from = step.at(-1)?.revision ?? this.#revisions[partition] ?? 0;
      const { changes, gap } = await this.#store.changesAfter(partition, from, pageSize);
      if (gap) {
        this.#log.warn({ partition, from }, 'changes are no longer kept from there on; loading the partition anew');
        step = [];
        await this.#load(partition);
        continue;
      }
      for (const change of changes) {
        step.push(change);
        if (change.revision < change.through) continue;
        for (const one of step) this.#apply(one);
        step = [];
      }
      if (changes.length < pageSize) return;
    }
  }

  async #load(partition: number): Promise<void> {
    const { revision, objects } = await this.#store.load(partition, storedResources);
    this.#mirror.retain((owner) => this.partitionOf(owner) === partition, objects);
    for (const object of objects) this.#mirror.put(object);
    this.#setRevision(partition, revision);
  }

  #setRevision(partition: number, revision: number): void {
    this.#revisions[partition] = revision;
    for (const waiter of this.#waiters) {
      if (waiter.partition === partition && waiter.revision <= revision) waiter.done();
    }
  }

  /** Hints of the same moment are heeded together. */
  #heed(partition: number, revision = Number.POSITIVE_INFINITY): void {
    const isAwaited = this.#hinted.has(partition);
    this.#hinted.set(partition, Math.max(revision, this.#hinted.get(partition) ?? 0));
    if (!isAwaited) setTimeout(() => this.#pullHinted(partition), hintMs).unref();
  }

  #pullHinted(partition: number): void {
    const revision = this.#hinted.get(partition) ?? 0;
    this.#hinted.delete(partition);
    if ((this.#revisions[partition] ?? 0) < revision) void this.#pullQuietly(partition);
  }

  async #pullQuietly(partition: number): Promise<boolean> {
    if (this.stopping.aborted) return false;
    try {
      // A pull under way may have looked before the hinted change: wait for it, then look again.
      await this.#pulls.get(partition);
      await this.#pull(partition);
      return true;
    } catch (error) {
      this.#log.debug({ partition, error }, 'could not follow changes; trying again');
      return false;
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

/** A revision as the wire shows it: partition, then number. */
export function formatRevision(partition: number, revision: number): string {
  return `${partition}-${revision}`;
}

/** The inverse of `formatRevision`. */
export function parseRevision(text: string): { partition: number; revision: number } | undefined {
  const [, partition, revision] = /^(\d{1,4})-(\d{1,15})$/.exec(text) ?? [];
  return partition === undefined ? undefined : { partition: Number(partition), revision: Number(revision) };
}
