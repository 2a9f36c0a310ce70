import type { Change, LoadedObject, StoredResource } from '../../port/object-store.ts';
import type { RedisLink } from '../connection/link.ts';
import { readChanges, readPartition, readRevision } from './read.ts';

/**
 * Loads partitions and reads the changes after a revision. It remembers the last change that it read of each partition:
 * after Redis went on from an older copy the revisions look right, but that change differs, and readers must load again.
 */
export class ChangeReader {
  readonly #link: RedisLink;
  readonly #lastByPartition = new Map<number, Change>();
  /** Questions for a revision that were not sent yet. */
  readonly #revisions = new Map<number, Promise<number>>();

  constructor(link: RedisLink) {
    this.#link = link;
  }

  async load(
    partition: number,
    resources: readonly StoredResource[],
  ): Promise<{ revision: number; objects: LoadedObject[] }> {
    const loaded = await readPartition(this.#link, partition, resources);
    const [last] = await readChanges(this.#link, partition, loaded.revision, 1);
    if (last?.revision === loaded.revision) this.#lastByPartition.set(partition, last);
    else this.#lastByPartition.delete(partition);
    return loaded;
  }

  async changesAfter(partition: number, revision: number, limit: number): Promise<{ changes: Change[]; gap: boolean }> {
    const last = this.#lastByPartition.get(partition);
    const anchor = last?.revision === revision ? last : null;
    const [current, kept] = await Promise.all([
      readRevision(this.#link, partition),
      readChanges(this.#link, partition, anchor === null ? revision + 1 : revision, limit + (anchor === null ? 0 : 1)),
    ]);
    const changes = kept.filter((change) => change.revision > revision);
    const isConsecutive = changes.every((change, index) => change.revision === revision + 1 + index);
    const isComplete = changes.length > 0 || current === revision;
    if (!isConsecutive || !isComplete || isReplaced(anchor, kept[0])) return { changes: [], gap: true };
    const newest = changes.at(-1);
    if (newest !== undefined) this.#lastByPartition.set(partition, newest);
    return { changes, gap: false };
  }

  /**
   * The revision of a partition. Callers of the same turn of the event loop share one command: it is sent after all of
   * them have asked, so its answer is new enough for each.
   */
  revision(partition: number): Promise<number> {
    const asked = this.#revisions.get(partition) ?? this.#askRevision(partition);
    this.#revisions.set(partition, asked);
    return asked;
  }

  async #askRevision(partition: number): Promise<number> {
    await new Promise((resolve) => void setImmediate(resolve));
    this.#revisions.delete(partition);
    return readRevision(this.#link, partition);
  }
}

/** Whether another change now has the revision of the one that was read before. A trimmed change decides nothing. */
function isReplaced(before: Change | null, now: Change | undefined): boolean {
  return before !== null && now?.revision === before.revision && JSON.stringify(now) !== JSON.stringify(before);
}
