import type { Change, LoadedObject, StoredResource } from '../port.ts';
import type { RedisLink } from './link.ts';
import { readChanges, readPartition, readRevision } from './read.ts';

/**
 * Loads and follows partitions. It remembers the change that each was last read up to: when Redis comes back from an
 * older copy and goes on from there, the revisions look right, but that change is another one, and following must start
 * anew.
 */
export class Follower {
  readonly #link: RedisLink;
  readonly #lastByPartition = new Map<number, Change>();

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
}

/** Whether the change that was read before is now another one. One that is no longer kept tells nothing. */
function isReplaced(before: Change | null, now: Change | undefined): boolean {
  return before !== null && now?.revision === before.revision && JSON.stringify(now) !== JSON.stringify(before);
}
