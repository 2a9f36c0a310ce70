import type { Position, RememberedPosition } from '@auction-tiers/store';

/**
 * A position in the history of a partition, as the wire shows it: `<partition>-<number>-<epoch>.<mark>`, such as
 * `5-120-4f2a9c11.81d3e0aa`. The number alone grows with every change; the epoch names the database, and the mark the
 * change, so that equal texts mean equal states. What is not known is left out.
 */
export function formatRevision(partition: number, { revision, epoch = '', mark = '' }: RememberedPosition): string {
  return `${partition}-${revision}${epoch === '' ? '' : `-${epoch}`}${mark === '' ? '' : `.${mark}`}`;
}

/** The inverse of `formatRevision`. Takes a partition and a number alone too, such as `5-120`, as people type it. */
export function parseRevision(text: string): (RememberedPosition & { readonly partition: number }) | undefined {
  const form = /^(?<partition>\d{1,4})-(?<revision>\d{1,15})(?:-(?<epoch>[0-9a-f]{8})(?:\.(?<mark>[0-9a-f]{8}))?)?$/;
  const parts = form.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { epoch, mark } = parts;
  return {
    partition: Number(parts['partition']),
    revision: Number(parts['revision']),
    ...(epoch === undefined ? {} : { epoch }),
    ...(mark === undefined ? {} : { mark }),
  };
}

/** The position that the mirror has reached in a partition. */
export interface StreamPosition extends Position {
  /** The generation of the store when the partition was last compared with it. */
  readonly generation: number;
}

/** The revision of a partition that is not loaded. */
export const unloaded = -1;

interface Waiter {
  /** Revisions, by partition: one of them is to be passed. */
  readonly places: ReadonlyMap<number, Pick<RememberedPosition, 'revision'>>;
  readonly done: () => void;
}

/** The position that the mirror has reached in each partition. */
export class StreamPositions {
  readonly #positions: StreamPosition[];
  readonly #texts: string[];
  readonly #waiters = new Set<Waiter>();

  /** `texts`: gets each position as the wire shows it. */
  constructor(partitions: number, texts: string[]) {
    this.#texts = texts;
    const position: StreamPosition = { epoch: '', revision: unloaded, mark: '', generation: -1 };
    this.#positions = Array.from({ length: partitions }, () => position);
    for (const partition of this.partitions()) texts[partition] = formatRevision(partition, { revision: 0 });
  }

  /** The numbers of the partitions. */
  partitions(): number[] {
    return [...this.#positions.keys()];
  }

  of(partition: number): StreamPosition {
    const position = this.#positions[partition];
    if (position === undefined) throw new RangeError(`partition ${partition} of ${this.#positions.length}`);
    return position;
  }

  all(): readonly StreamPosition[] {
    return this.#positions;
  }

  /** The partition of an owner; shared objects live in partition 0. */
  partitionOf(owner: number | null): number {
    return owner === null ? 0 : owner % this.#positions.length;
  }

  /** Whether an owner's partition was loaded; a partition that cannot be read was not. */
  hasLoaded(owner: number | null): boolean {
    return this.of(this.partitionOf(owner)).revision !== unloaded;
  }

  /** The position in the history of a partition: its beginning where the partition is not loaded. */
  position(partition: number): Position {
    const { epoch, revision, mark } = this.of(partition);
    return { epoch, revision: Math.max(0, revision), mark };
  }

  positions(): Position[] {
    return this.partitions().map((partition) => this.position(partition));
  }

  set(partition: number, position: StreamPosition): void {
    const { epoch, revision, mark } = position;
    const before = this.of(partition);
    this.#positions[partition] = position;
    const isSame = before.revision === revision && before.mark === mark && before.epoch === epoch;
    if (!isSame) this.#texts[partition] = formatRevision(partition, position);
    for (const waiter of this.#waiters) {
      const place = waiter.places.get(partition);
      if (place !== undefined && place.revision < revision) waiter.done();
    }
  }

  /** Resolves when a partition has passed its place, has another history, or the signal is aborted. */
  passed(places: Waiter['places'], signal: AbortSignal): Promise<void> {
    const isPassed = [...places].some(([partition, { revision }]) => this.of(partition).revision > revision);
    if (signal.aborted || isPassed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const waiter: Waiter = { places, done };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', done);
    });
  }

  /** Ends all waits for a partition: its history is another one, in which the revision means something else. */
  endWaits(partition: number): void {
    for (const waiter of this.#waiters) if (waiter.places.has(partition)) waiter.done();
  }
}

/** Delay before a change notification triggers a read. Most are echoes of this process's own writes, which are applied by then. */
const notificationDelayMs = 5;

/** Partitions that change notifications have announced changes of. Notifications that arrive within the delay cause one read. */
export class AnnouncedChanges {
  readonly #read: (partition: number, revision: number) => void;
  /** The revision up to which changes were announced, by partition. */
  readonly #revisions = new Map<number, number>();

  /** `read` is called with the newest revision that was announced of a partition. */
  constructor(read: (partition: number, revision: number) => void) {
    this.#read = read;
  }

  /** Without a revision there may be any number of changes. */
  add(partition: number, revision = Number.POSITIVE_INFINITY): void {
    const isAwaited = this.#revisions.has(partition);
    this.#revisions.set(partition, Math.max(revision, this.#revisions.get(partition) ?? 0));
    if (!isAwaited) setTimeout(() => this.#take(partition), notificationDelayMs).unref();
  }

  #take(partition: number): void {
    const revision = this.#revisions.get(partition) ?? 0;
    this.#revisions.delete(partition);
    this.#read(partition, revision);
  }
}
