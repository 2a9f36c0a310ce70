import type { RedisLink } from './link.ts';
import { readRevision } from './read.ts';

/**
 * Reads the revisions of partitions. Those who ask for one in the same turn share the answer: it is asked for after all
 * of them, and so is as new as each of them needs.
 */
export class RevisionReader {
  readonly #link: RedisLink;
  /** Not sent yet. */
  readonly #asked = new Map<number, Promise<number>>();

  constructor(link: RedisLink) {
    this.#link = link;
  }

  read(partition: number): Promise<number> {
    const asked = this.#asked.get(partition) ?? this.#ask(partition);
    this.#asked.set(partition, asked);
    return asked;
  }

  async #ask(partition: number): Promise<number> {
    await endOfTurn();
    this.#asked.delete(partition);
    return readRevision(this.#link, partition);
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
